import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterRaw, RawDamage } from '../../../src/main/labels/raw/filter.ts';
import type { RawLanguage } from '../../../src/shared/index.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Labels that only draw; the picture's bytes look like commands. */
const drawn: Readonly<Record<RawLanguage, readonly string[]>> = {
  epl: [
    'N\nA50,50,0,4,1,1,N,"Jo\xe3o \\"Doca\\" \\\\ 1"\nP1\n',
    '\r\nN\r\nq812\r\nR0,0\r\nZT\r\nI8,A,001\r\nB30,30,0,1,3,7,200,B,"123"\r\nLO0,0,800,4\r\nX1,2,3,4,5\r\nP2,3\r\n',
    'N\nGW0,0,2,4,\n^@\nP99\n\nb10,10,Q,m2,s6,"OBJ1"\nb1,2,P,700,600,x2,"x"\nLS1,2,3,4,5\nP1\nN\n',
  ],
  tspl: [
    'SIZE 100 mm,150 mm\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"Doca \\["]1\\["]"\r\nPRINT 1\r\n',
    'SIZE 4,6\nDIRECTION 1,0\nREFERENCE 0,0\nCODEPAGE UTF-8\nCLS\nBARCODE 10,10,"128",100,1,0,2,2,"1"\nPRINT 2,3\n',
    'CLS\r\nBITMAP 0,0,1,8,0,\r\n~!T\r\n\0\r\nqrcode 10,10,L,4,A,0,M2,S7,"OBJ"\r\nBAR 0,0,800,4\r\nprint 1,1\r\n',
  ],
  cpcl: [
    '! 0 200 200 1200 1\r\nPAGE-WIDTH 800\r\nTEXT 4 0 30 40 Jo\xe3o Doca "1"\r\nFORM\r\nPRINT\r\n',
    '! 0 200 200 210 1\nCENTER\nB 128 1 1 50 0 10 AB1BR\nBT 7 0 5\nB QR 10 100 M 2 U 10\nMA,QR PRINT\n\nENDQR\n' +
      'EG 2 2 90 45 F0F0\n0f0F\nCONCAT 0 0\n4 2 5 $\nENDCONCAT\nML 47\nT 4 0 10 20\n\nDump\nENDML\nPRINT\n',
    '! 5 200 200 210 1\r\nCG 1 8 0 0 \r\n! U1 \0\r\n;end\r\nSETMAG 2 2\r\nBOX 0 0 200 200 1\r\nIL 0 0 9 9 9\r\nPOPRINT\r\n',
  ],
};
const languages = ['epl', 'tspl', 'cpcl'] as const;
const labelCounts: Readonly<Record<RawLanguage, readonly number[]>> = {
  epl: [1, 6, 1],
  tspl: [1, 6, 1],
  cpcl: [1, 1, 1],
};
const empty: Readonly<Record<RawLanguage, string>> = {
  epl: 'N\nP1\n',
  tspl: 'CLS\nPRINT 1\n',
  cpcl: '! 0 200 200 210 1\nPRINT\n',
};

/** Commands that set up, reset, query or move a printer. */
const forbidden: Readonly<Record<RawLanguage, readonly string[]>> = {
  epl: (
    '^@|^default|^ee|OEPL1|O|OD|OC1,P|U|UA|UI|UN|UQ|US|D8|S3|Q1218,24|JF|JB|rN|rY|M100,100,100|xa|dump|EI|FI|GI|' +
    'FK"*"|GK"LOGO"|EK"*"|Y96,N,8,1|?|W?|f100|TD|TS01/01/2026|eR!,0'
  ).split('|'),
  tspl: (
    'SELFTEST|selftest|~!T|~!@|~!A|~!F|\x1b!R|\x1b!S|KILL "*"|KILL F,"A.BAS"|SET TEAR ON|SET COUNTER @1 1|SET CUTTER 1|' +
    'INITIALPRINTER|GAP 3 mm,0|BLINE 3 mm,0|DENSITY 8|SPEED 4|OFFSET 2 mm|SHIFT 10|CUT|FEED 100|BACKFEED 10|FORMFEED|HOME|' +
    'GAPDETECT|BLINEDETECT|AUTODETECT|LIMITFEED 10|SOUND 5,100|EOJ|DELAY 100|MOVE'
  ).split('|'),
  cpcl: (
    '! U1 setvar "device.languages" "zpl"|! U1 do "device.reset" ""|! U1 getvar "allcv"|SPEED 4|TONE 100|CONTRAST 2|JOURNAL|' +
    'LABEL|NO-PACE|PACE|WAIT 5|REWIND-OFF|TENSION 10|SETFF 25 2.5|ON-FEED FEED|PREFEED 40|POSTFEED 40|PRESENT-AT 80 2|' +
    'REVERSE 60|GAP-SENSE|BAR-SENSE|BEEP 16|CUT|PARTIAL-CUT|TURN 0|DUMP|SET-TIME 12:00:00|setvar "a" "b"'
  ).split('|'),
};
/** Commands that may draw, or carry data whose end only a printer can find. */
const refused: Readonly<Record<RawLanguage, readonly string[]>> = {
  epl: [
    'GM"LOGO"1000',
    'GG0,0,"LOGO"',
    'FS"F"',
    'FE',
    'FR"F"',
    'V00,10,N,"x"',
    'C0,1,N,+1,"x"',
    'oR',
    'P0',
    'a1,2',
    '!',
  ],
  tspl: [
    'DOWNLOAD "A.BMP",3,abc',
    'PUTBMP 1,2,"A.BMP"',
    'FOR I=1 TO 9',
    '@1="1"',
    'PRINT -1',
    'SIZE 9000 mm,10 mm',
    'EOP',
  ],
  cpcl: [
    '! DF SHELF.FMT',
    '! UF SHELF.FMT',
    '! 0 200 200 210 0',
    '! 0 200 200 9000 1',
    'PCX 0 30 !<LOGO.PCX',
    'TEXT 4 0 30 40 Doca',
    'COUNT 1',
    'LT CR',
    'PRINT',
    'END',
  ],
};
/** Commands that are also forbidden within a label. */
const refusedWithin = [
  'PCX 0 30 !<LOGO.PCX',
  'COUNT 1',
  'LT CR',
  'IN-INCHES',
  'SET A B',
  'END',
  'ABORT',
  'print',
  'B QR 1',
  'EG 1 1 0 0 F',
];

describe.each(languages)('a label in %s', (language) => {
  it.each(drawn[language])('that only draws comes out byte for byte: %j', (text) => {
    const { bytes, leftOut, labelEnds } = filterRaw(latin1(text), language);
    expect(bytes.toString('latin1')).toBe(text);
    expect(leftOut).toEqual([]);
    expect(text.slice(0, labelEnds[0])).toMatch(/P(?:RINT )?\d(?:,\d)?\r?\n$|PRINT\r?\n$/i);
  });

  it('counts the printed labels', () => {
    expect(drawn[language].map((text) => filterRaw(latin1(text), language).labels)).toEqual(
      labelCounts[language],
    );
  });

  it('loses commands that set the printer up, and reports it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...drawn[language]),
        fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...forbidden[language])), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.constantFrom('\n', '\r\n'),
        (text, added, lineBreak) => {
          const lines = splitLines(text);
          for (const [place, command] of added)
            lines.splice(findPlace(place, lines, language), 0, `${command}${lineBreak}`);
          const { bytes, leftOut } = filterRaw(latin1(lines.join('')), language);
          expect(bytes.toString('latin1')).toBe(text);
          expect(leftOut.length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it.each(refused[language])('with %j is refused', (command) => {
    const [first = ''] = drawn[language];
    expect(() => filterRaw(latin1(`${command}\n${first}`), language)).toThrow(
      language.toUpperCase(),
    );
  });

  it.each(['^@', '~!T', '! U1 do "x"', '{}', '\x10', '\x1b'])(
    'is refused with %j in its text',
    (sign) => {
      const [first = ''] = drawn[language];
      expect(() => filterRaw(latin1(first.replace('Doca', `Doca${sign}`)), language)).toThrow(
        'no text',
      );
    },
  );

  it('is damaged if it was cut before its end', () => {
    for (const text of drawn[language]) {
      const { labelEnds } = filterRaw(latin1(text), language);
      const command = text.lastIndexOf(
        language === 'epl' ? 'P' : /print/i.exec(text)![0],
        labelEnds[0],
      );
      for (let end = 0; end <= command; end += 1)
        expect(() => filterRaw(latin1(text.slice(0, end)), language), text.slice(0, end)).toThrow(
          Error,
        );
    }
    expect(() => filterRaw(latin1(empty[language]), language)).toThrow(RawDamage);
  });

  it('gets the line break that its last command waits for', () => {
    for (const text of drawn[language]) {
      const whole = filterRaw(latin1(text), language);
      const cut = text.slice(0, whole.labelEnds[0]).trimEnd();
      const { bytes } = filterRaw(latin1(cut), language);
      expect(bytes.toString('latin1')).toBe(`${cut}\r\n`);
    }
  });

  it('never lets a command through that is not on its list, for any file', () => {
    const pieces = [
      ...drawn[language].flatMap(splitLines),
      ...forbidden[language],
      ...refused[language],
    ];
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      fc.constantFrom('\n', '\r\n', '\r', ' ', '"', ':', ';', '\0', 'P1\n', 'PRINT 1\n'),
      fc.string({ maxLength: 6, unit: 'binary' }),
    );
    const command = new RegExp(
      `^(?:${forbidden[language].map(escapePattern).join('|')})\\s*$`,
      'm',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (parts) => {
        // Else hardly any of them is a label.
        const isWhole = language === 'cpcl' && parts.length % 3 > 0;
        const file = latin1(
          isWhole ? `! 0 200 200 9 1\n${parts.join('')}BOX 1 1 1 1 1\nPRINT\n` : parts.join(''),
        );
        let filtered;
        try {
          filtered = filterRaw(file, language);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        const { bytes, labels, labelEnds } = filtered;
        expect(labels).toBeGreaterThan(0);
        expect(labelEnds.at(-1)).toBeLessThanOrEqual(bytes.length);
        // A second pass changes nothing, and the result contains no forbidden line outside of
        // pictures.
        const again = filterRaw(bytes, language);
        expect(again.bytes.equals(bytes)).toBe(true);
        expect(again).toMatchObject({ leftOut: [], labelEnds, labels });
        if (!/^(?:GW|BITMAP|CG|ML|CONCAT|B QR)/im.test(bytes.toString('latin1')))
          expect(bytes.toString('latin1')).not.toMatch(command);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes time in proportion to its length', () => {
    const head = language === 'cpcl' ? '! 0 200 200 9 1\n' : '';
    const line = {
      epl: 'A1,1,0,1,1,1,N,"',
      tspl: 'TEXT 1,1,"1",0,1,1,"',
      cpcl: `${head}B QR 1 1\n`,
    }[language];
    for (const start of [
      '!',
      '! 0',
      'EG 1 1 1 1',
      'CG 1',
      'T 1',
      'B',
      'B QR 1 1',
      'CENTER',
      'BOX 1 1 1 1 1',
    ])
      expect(() => filterRaw(latin1(`${head}${start}${' '.repeat(200_000)}!`), language)).toThrow(
        Error,
      );
    for (const start of ['SIZE 1', 'TEXT 1,', 'PRINT 1', 'BITMAP 1', 'P1', 'Q1,', 'A1', 'GW1'])
      expect(() => filterRaw(latin1(`${start}${' '.repeat(200_000)}!`), language)).toThrow(Error);
    for (const filler of ['\\"', '\\["]', '"', ',1', 'a'])
      expect(() => filterRaw(latin1(line + filler.repeat(200_000)), language)).toThrow(Error);
  });
});

describe('a label in CPCL', () => {
  const [first = ''] = drawn.cpcl;

  it.each(refusedWithin)('with %j within is refused', (command) => {
    expect(() => filterRaw(latin1(first.replace('FORM\r\n', `${command}\r\n`)), 'cpcl')).toThrow(
      'CPCL with',
    );
  });

  it('is printed once, whatever its own count, and several of a file one after the other', () => {
    const { bytes, labels, labelEnds, leftOut } = filterRaw(
      latin1(first.replace('1200 1', '1200 3') + first),
      'cpcl',
    );
    expect(bytes.toString('latin1')).toBe(first + first);
    expect([labels, labelEnds, leftOut]).toEqual([2, [first.length, 2 * first.length], ['! qty']]);
  });

  it('loses the settings and the blank lines around it', () => {
    const utilities =
      '! UTILITIES\r\nTIMEOUT 0\r\nSETLP 7 0 24\r\nPRINT\r\n\r\n! U\r\nBEEP 9\r\nEND\r\n\r\n';
    const { bytes, leftOut } = filterRaw(latin1(`${utilities}${first}\r\n${utilities}`), 'cpcl');
    expect(bytes.toString('latin1')).toBe(first);
    expect(leftOut).toEqual(['! UTILITIES']);
  });

  it('is damaged if another begins inside and is not printed, or a part of it does not end', () => {
    for (const rest of [
      '! 0 200 200 210 1\r\n',
      '! 0 200 200 210 1\r\nB QR 0 0\r\nMA,1\r\nPRINT\r\n',
    ])
      expect(() => filterRaw(latin1(first + rest), 'cpcl')).toThrow(RawDamage);
    expect(() => filterRaw(latin1(first + empty.cpcl), 'cpcl')).toThrow(RawDamage);
  });
});

/** Returns the position for another command: in CPCL only within the label. */
function findPlace(place: number, lines: readonly string[], language: RawLanguage): number {
  return language === 'cpcl' ? 1 + (place % (lines.length - 1)) : place % (lines.length + 1);
}

/**
 * Returns the lines with their breaks; a picture with its data is one line, and so is data up to a
 * line with its end.
 */
function splitLines(text: string): string[] {
  const whole = /(?:GW0,0,2,4,[^]{8}|BITMAP 0,0,1,8,0,[^]{8}|CG 1 8 0 0 [^]{8})\r?\n/;
  const blocks = /(?:B QR|EG|CONCAT|ML)[^]*?\n(?:ENDQR|0f0F|ENDCONCAT|ENDML)\n/;
  return text.match(new RegExp(`${whole.source}|${blocks.source}|[^\\n]*\\n`, 'g')) ?? [];
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
