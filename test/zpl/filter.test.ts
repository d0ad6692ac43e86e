import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterZpl, findLabelEnds, ZplDamage } from '../../src/main/zpl/index.ts';
import { countUnsafe } from './strict-parser.ts';

const filter = (text: string): { readonly text: string; readonly leftOut: readonly string[] } => {
  const { zpl, leftOut } = filterZpl(Buffer.from(text, 'latin1'));
  return { text: zpl.toString('latin1'), leftOut };
};

/** A label with only these commands. */
const within = (commands: string): string => `^XA^FO9,9^FDx^FS${commands}^XZ`;

describe('a label that only draws', () => {
  test.each([
    [
      '^XA\n^CI28\n^PW800\n^LL1200\n^LH0,0\n^FO40,40^A0N,30,27^FB720,1,0,L,0^FH^FDA_5E ção^FS\n^PQ1\n^XZ\n',
    ],
    ['^XA^FO9,9^BY3^BCN,120,N,N,N,A^FD>;12345^FS^FO9,300^BQN,2,6^FDMA,QR code^FS^XZ'],
    [
      '^XA^FO9,9^BXN,8,200^FH_^FD_1D0112345^FS^FT9,99^B7N,4,5,,,N^FDPDF 417^FS^FO1,1^BON,6^FDaztec^FS^XZ',
    ],
    ['^XA^LRY^FO9,9^GB90,90,90^FS^FO30,30^FR^A@N,30,30,E:ARIAL.TTF^FDreverse^FS^LRN^XZ'],
    ['^XA^FWR^CF0,40^FO9,9^FDturned^FS^FWN^FO9,99^GD90,90,3,B,L^FS^GC40,3,B^FS^GE40,20,3^FS^XZ'],
    ['^XA^FO9,9^GFA,8,8,1,FF:::,!\r\nK0F^FS^FO9,9^GFA,8,8,1,:Z64:eJz7/x8CAB/gC/k=:1234^FS^XZ'],
    [
      '^XA^PQ1,0,1,Y^CWK,E:ARIAL.TTF^FO9,9^AKN,30,30^FV variable^FS^FO9,99^SN001,1,Y^FS^TBN,90,90^FDblock^FS^XZ',
    ],
    [
      '~DGR:LOGO.GRF,8,2,\r\nFFFF\r\nFFFFFFFFFFFF\r\n^XA^FO9,9^XGR:LOGO.GRF,1,1^FS^XZ\r\n^XA^IDR:LOGO.GRF^FS^XZ',
    ],
    ['^XA^DFR:F.ZPL^FO1,1^FN1^FDx^FS^XZ^XA^XFR:F.ZPL^FN1^FDy^FS^XZ^XA^IDR:F.ZPL^FS^XZ'],
    ['~DG000.GRF,8,2,FFFF^XA^FO9,9^IM000.GRF^FS^XZ^XA^FO9,9^XG000.GRF^FS^ID000.GRF^FS^XZ'],
  ])('goes to the printer byte for byte: %s', (text) => {
    expect(filter(text)).toEqual({ text, leftOut: [] });
  });

  test('in small letters draws in capitals', () => {
    expect(filter('^xa^fo1,1^fdSmall^fs^xz').text).toBe('^XA^FO1,1^FDSmall^FS^XZ');
  });

  test('in UTF-16 goes to the printer in ASCII', () => {
    const little = Buffer.from('\ufeff^XA^FDJoão^FS^XZ\r\n', 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      expect(filterZpl(bytes).zpl.toString('latin1')).toBe('^XA^CI28^FH_^FDJo_C3_A3o^FS^XZ\r\n');
    }
  });

  test('in UTF-16 keeps its own escape and encoding, and its resets', () => {
    const wide = (text: string) =>
      filterZpl(Buffer.from(`\ufeff${text}`, 'utf16le')).zpl.toString('latin1');
    expect(wide('^XA^CI13^FH\\^FDA\\20\u00e7_^FS^FDx_\u00e7^FS^XZ')).toBe(
      '^XA^CI13^FH\\^FDA\\20\\C3\\A7_^FS^FH_^FDx_5F_C3_A7^FS^XZ',
    );
    expect(wide('^XA^POI^FDé^FS^XZ')).toBe('^XA^CI28^POI^FH_^FD_C3_A9^FS^XZ^XA^PON^XZ');
    expect(wide('^XA^FDx^FS^XZ')).toBe('^XA^FDx^FS^XZ');
  });

  test('that is cut off is damaged', () => {
    expect(() => filter('^XA^FDone^FS^XZ^XA^FDtw')).toThrow(ZplDamage);
    expect(() => filter('^XA^FO1,1^GFB,9000,9000,9,abc^FS^XZ')).toThrow(ZplDamage);
  });
});

describe('commands that do more than draw', () => {
  test.each([
    ['^PQ99999999', '^PQ'],
    ['^PQ1,1', '^PQ'],
    ['^PQ1,0,9', '^PQ'],
    ['^PQ1e9', '^PQ'],
    ['~JR', '~JR'],
    ['^JUS', '^JU'],
    ['^KPsecret', '^KP'],
    ['~HS', '~HS'],
    ['^HH', '^HH'],
    ['~DYR:EVIL,B,P,4,0,^XA~', '~DY'],
    ['^MMC', '^MM'],
    ['^MD30', '^MD'],
    ['~SD30', '~SD'],
    ['^PR14', '^PR'],
    ['^LT120', '^LT'],
    ['^LL99999', '^LL'],
    ['^MCN', '^MC'],
    ['^CW0,E:EVIL.FNT', '^CW'],
    ['^RFW,H^FDnot a tag', '^RF'],
    ['^IDR:*.*', '^ID'],
    ['^IDE:LOGO.GRF', '^ID'],
    ['^ISR:ALL.GRF,Y', '^IS'],
    ['^XGE:LOGO.GRF,1,1', '^XG'],
    ['^XGR:LOGO.GRF,1,1', '^XG'],
    ['^XFE:FORM.ZPL', '^XF'],
    ['^ILR:LOGO.GRF', '^IL'],
    ['~DGE:LOGO.GRF,2,1,FFFF', '~DG'],
    ['~DGR:LOGO.GRF,99999999,1,FFFF', '~DG'],
    ['^GFC,8,8,1,^XA~JRxx', '^GF'],
    ['^GFA,2,2,1,! U1 setvar "a" "b"', '^GF'],
    ['^EG', '^EG'],
    ['^FO{}{"device.reset":""}', '^FO'],
    ['^BCN,100\x1b%-12345X@PJL', '^BC'],
    ['^A0N,30,30! U1 do "device.reset" ""', '^A'],
  ])('is left out and named: %s', (command, name) => {
    const { text, leftOut } = filter(within(command));
    expect(leftOut).toContain(name);
    expect(text.replace('^FDnot a tag', '').replaceAll('^FS', '').replace('@PJL', '')).toBe(
      '^XA^FO9,9^FDx^XZ',
    );
  });

  test('is left out between the labels', () => {
    const label = within('');
    const noise = [
      '~JR',
      '! U1 setvar "media.type" "label"\r\n',
      '\x1b%-12345X@PJL\r\n',
      'N\nq400\nA1,1,0,1,1,1,N,"x"\nP1',
    ];
    for (const other of [...noise, '^FDnowhere^FS', '{}{"a":"b"}', '~DYE:X.TTF,B,T,5,0,^XA~J']) {
      const { text, leftOut } = filter(`${other}${label}\n${other}${label}${other}`);
      expect(text.replace('\n', '')).toBe(label + label);
      expect(leftOut.length).toBeGreaterThan(0);
    }
  });

  test('do not include the envelopes of drivers and byte order marks', () => {
    const label = within('');
    expect(filter(`\xef\xbb\xbf\x02CT~~CD,~CC^~CT~\n${label}\x03`)).toEqual({
      text: `\n${label}`,
      leftOut: [],
    });
    expect(filter('${' + label + '}$')).toEqual({ text: label, leftOut: [] });
  });

  test('include an untracked change of prefixes: such a file is refused', () => {
    for (const change of ['~CC\n', '^CD;', '~CT^', '~CTx', '^CC^^CT!', '^CC-+GFB,1,1,1,^-FS'])
      expect(() => filter(within(change))).toThrow(/changes its own signs/);
    // Then the label's end is none of its commands.
    expect(() => filter(within('^CC+'))).toThrow(/without \^XZ/);
    expect(filter(within('^CC^^CT~~CD,'))).toEqual({ text: within(''), leftOut: [] });
  });
});

describe('a label’s own prefixes and memories', () => {
  // As in the encodings of a public set of labels.
  test('become those of every printer: another prefix before commands, which may be data then', () => {
    expect(filter('^XA^CC-\n-FO9,9-FDa^bc-FS\n-CC^\n^FO1,1^FDd-e^FS^XZ').text).toBe(
      '^XA\n^FO9,9^FH_^FDa_5Ebc^FS\n\n^FO1,1^FDd-e^FS^XZ',
    );
    // In capitals each ß would be two letters, and the place of the other prefix another.
    const changed = '^XA^CC//FDstra\xdfe, gro\xdf/FS/XZ/CC^\n^XA^FO1,1^FDb^FS^XZ';
    expect(filter(changed).text).toBe('^XA^FDstra\xdfe, gro\xdf^FS^XZ\n^XA^FO1,1^FDb^FS^XZ');
  });

  // As in the templates of a public set of labels and of the guide to the language.
  test('become those that a printer forgets: a format that its file stores and recalls', () => {
    const label = '^XA^XFE:S.ZPL^FN1^FDx^FS^XZ';
    expect(filter(`^XA^DFE:S.ZPL^FS^FO9,9^FN1^FS^XZ${label}`)).toEqual({
      text: '^XA^DFR:S.ZPL^FS^FO9,9^FN1^FS^XZ^XA^XFR:S.ZPL^FN1^FDx^FS^XZ^XA^IDR:S.ZPL^FS^XZ',
      leftOut: [],
    });
    expect(filter(label)).toEqual({ text: '^XA^FN1^FDx^FS^XZ', leftOut: ['^XF'] });
  });
});

test('control characters within a label are damage, and are reported; not those around it and in pictures', () => {
  const isMended = (zpl: string): boolean => filterZpl(Buffer.from(zpl, 'latin1')).isMended;
  expect(isMended('^XA^FO9,9^FDab\x00c^FS^XZ')).toBe(true);
  expect(isMended('^XA^FO9\x00,9^FDabc^FS^XZ')).toBe(true);
  expect(isMended('\x00\x02^XA\t^FO9,9^GFB,2,2,1,\x00\x01^FS\r\n^XZ\x1a\x00')).toBe(false);
});

describe('field data', () => {
  test('cannot be taken for other languages of printers', () => {
    expect(filter('^XA^FDA! U1 setvar "x_"^FS^XZ').text).toBe(
      '^XA^FH_^FDA_21 U1 setvar "x_5F"^FS^XZ',
    );
    expect(filter('^XA^FH\\^FD! 0 200 {}{"a_":1}^FS^XZ').text).toBe(
      '^XA^FH\\^FD\\21 0 200 \\7B}{"a_":1}^FS^XZ',
    );
    expect(filter('^XA^FDOlá! _^FS^XZ'.replace('á', '\xe1')).text).toBe(
      '^XA^FH_^FDOl\xe1_21 _5F^FS^XZ',
    );
    expect(filter('^XA^FDPromo!2 {a}^FS^XZ').text).toBe('^XA^FDPromo!2 {a}^FS^XZ');
  });

  test('keep the separators of bar codes, which some printers take for prefixes, and lose other control characters', () => {
    const group = '^XA^BXN,8,200^FD\x1e06\x1dP1\x04^FS^XZ';
    expect(filter(group).text).toBe('^XA^BXN,8,200^FH_^FD_1E06_1DP1_04^FS^XZ');
    expect(filter('^XA^FDa\x00\x02\x05\x10\x1bb\x7f\tc^FS^XZ').text).toBe('^XA^FDab\tc^FS^XZ');
  });

  test('in binary are bytes, whatever their text', () => {
    const bytes = '^XZ~JR\n!';
    const hex = Buffer.from(bytes, 'latin1').toString('hex').toUpperCase();
    expect(filter(`^XA^FO1,1^GFB,8,8,1,${bytes}^FS^XZ`)).toEqual({
      text: `^XA^FO1,1^GFA,8,8,1,${hex}^FS^XZ`,
      leftOut: [],
    });
  });
});

describe('a label’s leftovers at the printer', () => {
  test('are cleared after it: stored objects, and settings that the next label relies on', () => {
    const graphic = '~DGR:A.GRF,2,1,FFFF^XA^XGA^FS^XZ';
    expect(filter(graphic).text).toBe(`${graphic}^XA^IDR:A.GRF^FS^XZ`);
    const turned = within('^POI^LH9,9^LRY^PMY^FWR^MUM^LS40');
    expect(filter(turned).text).toBe(`${turned}^XA^PON^LH0,0^LRN^PMN^FWN,0^MUD^LS0^XZ`);
    expect(filter(within('^POI^PON^LH00,0')).text).toBe(within('^POI^PON^LH00,0'));
  });

  test('are cleared right behind each label, and what it says for the next one is said there anew', () => {
    const behind = '^XA^POI^LH9,9^FDone^FS^XZ';
    const next = '^XA^FDtwo^FS^LH0,0^XZ';
    expect(filter(`${behind}\n${next}^XA^FDthree^FS^XZ`).text).toBe(
      `${behind}^XA^PON^LH0,0^XZ\n` +
        '^XA^POI^LH9,9^FDtwo^FS^LH0,0^XZ^XA^PON^XZ^XA^POI^FDthree^FS^XZ^XA^PON^XZ',
    );
    // A format that only sets up is kept, and one that only reverts is needed no more.
    expect(filter(`^XA^LS9^XZ${within('')}^XA^LS0^XZ${within('')}`).text).toBe(
      `^XA^LS9^XZ${within('')}^XA^LS0^XZ${within('')}`,
    );
    expect(filter(`^XA^LS9^XZ^XA^LS0^XZ${within('')}`).text).toBe(
      `^XA^LS9^XZ^XA^LS0^XZ${within('')}`,
    );
  });

  test('come from a stored format with its recall', () => {
    const stored = (name: string, commands: string) =>
      `^XA^DFR:${name}.ZPL^FO1,1${commands}^FN1^FDx^FS^XZ`;
    const recall = (name: string) => `^XA^XFR:${name}.ZPL^FN1^FDy^FS^XZ`;
    expect(
      filter(stored('A', '') + stored('B', '^POI') + recall('A') + recall('B') + recall('A')).text,
    ).toBe(
      stored('A', '') +
        stored('B', '^POI') +
        recall('A') +
        `${recall('B')}^XA^PON^XZ` +
        `${recall('A').replace('^XA', '^XA^POI')}^XA^PON^XZ` +
        '^XA^IDR:A.ZPL^FS^IDR:B.ZPL^FS^XZ',
    );
  });

  test('prints no label more', () => {
    const { zpl } = filterZpl(Buffer.from('~DGR:A.GRF,2,1,FFFF^XA^POI^XGA^FS^XZ'));
    expect(findLabelEnds(zpl)).toHaveLength(1);
  });

  test('is not recalled once it is deleted', () => {
    expect(
      filter('~DGR:A.GRF,2,1,FF^XA^IDR:A.GRF^FS^XZ^XA^FDx^FS^XGR:A.GRF^FS^XZ').leftOut,
    ).toEqual(['^XG']);
  });
});

/** Pieces that a hostile file is made of. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '^XA',
      '^XZ',
      '^FS',
      '^FD',
      '^FH_',
      '^FH!',
      '^FX',
      '^FV',
      '~',
      '^',
      'CT',
      'U1',
      '! ',
      '!',
      '{}{',
      '\x1b',
      '\x02',
      '\x1e',
      '\x10',
    ],
    ...[
      '^GFB,8,8,1,',
      '^GFA,8,8,1,',
      '^GFC,4,4,1,',
      '~DGR:A.GRF,2,1,FFFF',
      '~DGE:B.GRF,2,1,FF',
      '~DYR:X,B,P,9,1,',
      '^XGR:A.GRF',
    ],
    ...[
      '^DFR:F.ZPL',
      '^XFR:F.ZPL',
      '^IDR:A.GRF',
      '^IDR:*.*',
      '^PQ3',
      '^PQ1',
      '~JR',
      '^JUS',
      '^KP1',
      '^CC^',
      '~HS',
      '^POI',
      '^LH9,9',
    ],
    ...[
      '^FO1,1',
      '^A0N,9,9',
      '^BCN,9',
      '^bqn,2',
      '^fdx',
      'text',
      ' ',
      '\n',
      ',',
      '\xe7',
      '^M\nMT',
      '^ FO1,1',
    ],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 6 }),
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);
const files = fc
  .array(pieces, { maxLength: 30 })
  .map((parts) => parts.join(''))
  .chain((text) => fc.constantFrom(text, `^XA${text}^XZ`, `^XA^FD${text}^FS^XZ`));

const filtered = (text: string): string | null => {
  try {
    return filter(text).text;
  } catch {
    return null;
  }
};

describe('of any bytes', () => {
  test('only drawing comes out, by an independent parser', () => {
    fc.assert(
      fc.property(files, (text) => {
        const result = filtered(text);
        expect(result === null ? [] : countUnsafe(result)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('the output passes again unchanged', () => {
    fc.assert(
      fc.property(files, (text) => {
        const result = filtered(text);
        if (result !== null) expect(filter(result)).toEqual({ text: result, leftOut: [] });
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a lot of the worst', () => {
  test('names of stored objects are deleted as fast as they came', () => {
    const text = Array.from({ length: 120_000 }, (_, at) => `~DGR:N${at},1,1,F`).join('');
    expect(filter(text).text.length).toBeGreaterThan(2 * text.length);
  });

  const bytes = 200_000;
  const fill = (unit: string): string => unit.repeat(Math.ceil(bytes / unit.length));
  test.each([
    ['^'],
    ['^XA'],
    ['^XA^XZ'],
    ['^XA^FDx^FS^XZ'],
    ['^FD'],
    ['! '],
    ['{}'],
    [' '],
    ['^FX'],
    ['^GFB,1,1,1,'],
    ['~DY'],
    ['~DYR:A,B,P,1,1,'],
    ['~DGR:A,1,1,F'],
    ['^PQ '],
    ['\xe9'],
    [','],
  ])('of %s take no longer than their length asks for', (unit) => {
    for (const text of [
      `^XA^FO1,1${fill(unit)}^XZ`,
      `^XA^FD${fill(unit)}^XZ`,
      `^XA^GFA,1,1,1,${fill(unit)}\x01^XZ`,
    ]) {
      const startMs = performance.now();
      const result = filtered(text);
      if (result !== null) findLabelEnds(Buffer.from(result, 'latin1'));
      // Quadratic work on so much takes minutes.
      expect(performance.now() - startMs).toBeLessThan(20_000);
    }
  });
});
