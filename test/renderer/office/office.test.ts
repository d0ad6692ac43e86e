import { describe, expect, it } from 'vitest';
import { sortDetails } from '../../../src/renderer/office/office.ts';

describe("the ERP's details", () => {
  const details = [
    { field: 'situacao', message: 'a' },
    { field: 'idOrdemServico', message: 'b' },
    { field: '[1].descricao', message: 'c' },
    { field: 'marcadores.0.descricao', message: 'd' },
    { field: 'cliente', message: 'e' },
  ];

  it('go to the field they mean', () => {
    expect(sortDetails('add-tags', details, 2)).toEqual({
      id: ['b'],
      status: [],
      tags: { 1: ['c'], 0: ['d'] },
      others: [details[0], details[4]],
    });
    expect(sortDetails('set-status', details, 1)).toMatchObject({
      id: ['b'],
      status: ['a'],
      tags: {},
    });
  });

  it('are listed when the form has no such field', () => {
    expect(sortDetails('delete-tags', details, 1).others).toHaveLength(4);
    expect(sortDetails('add-tags', details, 1).others).toContainEqual(details[2]);
  });
});
