import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterZpl } from '../../src/main/zpl/index.ts';
import { burn, inkShare } from '../printing/support/raster.ts';
import { toDots } from '../../src/main/drawing/dots.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

const size = { width: 800, height: 1200 };
const shipments = 6;

/** Files as drivers and carriers write them, with commands that do more than draw. */
const others: readonly (readonly [name: string, zpl: string])[] = [
  [
    'a label designer',
    'CT~~CD,~CC^~CT~^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR5,5~SD15^JUS^LRN^CI0^XZ' +
      '^XA^MMT^PW812^LL1218^LS0^FT50,100^A0N,56,57^FH\\^FDDestinat\\A0rio^FS^BY3,3,90^FT60,300^BCN,,Y,N' +
      '^FD>;123456789012^FS^FT60,600^BQN,2,8^FH\\^FDLA,https://example.test/?a=1^FS^PQ2,0,1,Y^XZ',
  ],
  [
    'a carrier with its own graphic',
    '~DGR:LOGO.GRF,32,4,\r\nFFFFFFFF\r\nF000000F\r\nF000000F\r\nF000000F\r\nF000000F\r\nF000000F\r\nF000000F\r\nFFFFFFFF\r\n' +
      '^XA^MCY^XZ^XA^FWN^CFD,24^PR4~SD20^FO30,30^XGR:LOGO.GRF,4,4^FS^FO30,200^GB600,4,4^FS' +
      '^FO30,240^FB600,3,0,L,0^FDRua das Palmeiras, 100\\&Centro^FS^PQ1^XZ\r\n^XA^IDR:LOGO.GRF^FS^XZ',
  ],
  [
    'a stored format',
    '^XA^DFR:FORM.ZPL^FO50,50^A0N,60,60^FN1^FS^FO50,150^BY2^BCN,100,Y^FN2^FS^XZ^XA^XFR:FORM.ZPL^FN1^FDJoana^FS^FN2^FD12345678^FS^XZ',
  ],
  [
    'text in bars and reverse',
    '^XA^LRY^FO40,40^GB400,200,200^FS^FO60,60^CF0,80^FDReverse! 2^FS^LRN^FX note^XZ',
  ],
];

describe('the drawing of a label', () => {
  let sandbox: FaultySandbox;
  beforeAll(async () => {
    sandbox = await startFaultySandbox({ formats: ['zpl'], shipments });
  });
  afterAll(() => sandbox.close());

  test('of the training ERP is the same without the removed commands, because it is unchanged, byte for byte', async () => {
    for (let place = 0; place < shipments; place += 1) {
      const file = Buffer.from(await sandbox.labelBytes(groupingIdOf(0), place));
      expect(filterZpl(file)).toEqual({ zpl: file, leftOut: [], isMended: false });
    }
  });

  test.each(others)('of %s is the same without the removed commands', async (_name, zpl) => {
    const { zpl: kept } = filterZpl(Buffer.from(zpl, 'latin1'));
    const label = (text: string): string =>
      text.replace(/(?:\^XA(?:(?!\^FD)[^])*?\^ID[^]*?\^XZ\s*)$/, '');
    const [before, after] = [
      await burn(label(zpl), 8, size),
      await burn(label(kept.toString('latin1')), 8, size),
    ];
    expect(inkShare(toDots(before))).toBeGreaterThan(0.001);
    expect(Buffer.from(after.gray).equals(Buffer.from(before.gray))).toBe(true);
  });
});
