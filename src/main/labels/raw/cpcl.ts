import { judgePicture, unsafeText, type Judged } from './judged.ts';

/*
 * CPCL, by Zebra's programming manual: a label is a session, from its header to the command that
 * prints it, one command per line, in capitals. Outside of a session a printer prints any input as
 * plain lines. Drawing commands are on the list; unlisted ones (stored forms and pictures, macros,
 * counters, other units) may draw, and are refused.
 */

const number = String.raw` +-?\d{1,5}`;
const numbers = (count: number): string => `(?:${number}){${count}}`;
/** A font of the printer, by its number or its file's name. */
const font = String.raw` +[\w.-]{1,16}`;
const words = ' .*';

function makePattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^(?:${parts.join('|')}) *$`);
}

/** The label's offset, resolution, height in dots, and quantity. */
const header = /^! +(-?\d{1,4}) +(\d{2,3}) +(\d{2,3}) +(\d{1,5}) +(\d{1,4}) *$/;
/** An endless roll is fed by it: 300 mm at the finest resolution. */
const longestDots = 7200;

const ink = makePattern(
  `(?:TEXT|T|VTEXT|VT|TEXT(?:90|180|270)|T(?:90|180|270))${font}${numbers(3)}${words}`,
  `(?:SCALE-TEXT|ST|VSCALE-TEXT|VST|SCALE-TO-FIT|STF|VSCALE-TO-FIT|VSTF)${font}${numbers(4)}${words}`,
  `(?:BARCODE|B|VBARCODE|VB) +(?!QR|PDF|AZTEC|DATAMATRIX|MAXI|RSS)[\\w-]{1,16}${numbers(5)}${words}`,
  `(?:BOX|LINE|L|INVERSE-LINE|IL)${numbers(5)}`,
);
/** Blocks that last until a line with their end. */
const openings: readonly (readonly [RegExp, RegExp])[] = [
  [makePattern(`(?:BARCODE|B|VBARCODE|VB) +QR${numbers(2)}(?: +[MU]${number})*`), /^ENDQR *$/],
  [
    makePattern(`(?:BARCODE|B|VBARCODE|VB) +PDF-?417${numbers(2)}(?: +(?:XD|YD|C|S)${number})*`),
    /^ENDPDF *$/,
  ],
  [
    makePattern(`(?:BARCODE|B|VBARCODE|VB) +AZTEC${numbers(2)}(?: +[A-Z]{1,2}${number})*`),
    /^ENDAZTEC *$/,
  ],
  [
    makePattern(`(?:BARCODE|B|VBARCODE|VB) +DATAMATRIX${numbers(2)}(?: +[A-Z]{1,2}${number})*`),
    /^ENDDATAMATRIX *$/,
  ],
  [makePattern(`(?:BARCODE|B|VBARCODE|VB) +MAXICODE${numbers(2)}`), /^ENDMAXICODE *$/],
  [makePattern(`(?:CONCAT|VCONCAT)${numbers(2)}`), /^ENDCONCAT *$/],
  [makePattern(`(?:MULTILINE|ML)${number}`), /^(?:ENDMULTILINE|ENDML) *$/],
];
const frame = makePattern(
  `(?:BARCODE-TEXT|BT)${font}${numbers(2)}`,
  '(?:BARCODE-TEXT|BT) +OFF',
  `(?:CENTER|LEFT|RIGHT)(?:${number})?`,
  `(?:PAGE-WIDTH|PW|PATTERN|SETBOLD|SETSP|ROTATE)${number}`,
  `SETMAG${numbers(2)}`,
  'UNDERLINE +(?:ON|OFF)',
  String.raw`(?:COUNTRY|ENCODING) +[\w-]{1,16}`,
  ';.*',
  'FORM',
);
/**
 * Media, speed, darkness, feeding, cutting, sounds, waiting, serial port, clock; queries, dumps and
 * settings.
 */
const settings = new Set(
  (
    'SPEED TONE CONTRAST JOURNAL LABEL NO-PACE PACE AUTO-PACE WAIT REWIND-ON REWIND-OFF TENSION SETFF ON-FEED PREFEED ' +
    'POSTFEED PRESENT-AT REVERSE GAP-SENSE BAR-SENSE BEEP CUT CUT-AT PARTIAL-CUT TURN RE-RUN SET-DATE SET-TIME SET-TOF ' +
    'ON-LOW-BATTERY OLB DELAYED-ACTIONS CAPTURE DUMP DUMP-IMAGE BAUD TIMEOUT SETVAR setvar GETVAR getvar DO do'
  ).split(' '),
);
const picture =
  /^(?:COMPRESSED-GRAPHICS|CG|VCOMPRESSED-GRAPHICS|VCG) +(\d{1,5}) +(\d{1,5}) +-?\d{1,5} +-?\d{1,5} /;
const pictureInHex =
  /^(?:EXPANDED-GRAPHICS|EG|VEXPANDED-GRAPHICS|VEG) +(\d{1,5}) +(\d{1,5}) +-?\d{1,5} +-?\d{1,5}(?: +([\dA-Fa-f]+))? *$/;
const print = /^(?:PRINT|POPRINT|PO-PRINT) *$/;
/** The printer's own settings: for one line, or up to the line that ends them. */
const utilityLine = /^! ?U1(?: .*)?$/;
const utilities = /^! ?(?:U|UTILITIES) *$/;
const utilitiesEnd = /^(?:PRINT|END) *$/;

/** Judges a label's lines, in their order. */
export class CpclJudge {
  #place: 'outside' | 'label' | 'utilities' = 'outside';
  /** The end of the present data lines. */
  #dataEnd: RegExp | null = null;
  /** Remaining digits of a picture, on lines of their own. */
  #hexLeft = 0;

  readonly judge = (line: string): Judged => {
    if (this.#place === 'utilities') return this.#judgeUtilities(line);
    if (this.#place === 'outside') return this.#judgeOutside(line);
    if (this.#hexLeft > 0) return this.#judgeHex(line);
    const drawn = judgePicture(this.#dataEnd === null ? picture.exec(line) : null);
    if (drawn !== null) return drawn;
    if (utilityLine.test(line)) return { type: 'leave-out', name: '! U1' };
    if (unsafeText.test(line)) return { type: 'refuse', name: 'signs that are no text' };
    return this.#dataEnd === null ? this.#judgeCommand(line) : this.#judgeData(line, this.#dataEnd);
  };

  #judgeUtilities(line: string): Judged {
    if (utilitiesEnd.test(line)) this.#place = 'outside';
    return { type: 'leave-out', name: '! UTILITIES' };
  }

  #judgeOutside(line: string): Judged {
    if (line.trim() === '') return { type: 'leave-out', name: null };
    if (utilityLine.test(line)) return { type: 'leave-out', name: '! U1' };
    if (utilities.test(line)) {
      this.#place = 'utilities';
      return { type: 'leave-out', name: '! UTILITIES' };
    }
    const [, offset = '', across = '', down = '', height = '', copies = ''] =
      header.exec(line) ?? [];
    if (Number(copies) < 1 || Number(height) < 1 || Number(height) > longestDots)
      return { type: 'refuse', name: line.slice(0, 20) };
    this.#place = 'label';
    if (Number(copies) === 1) return { type: 'begin' };
    // Copies are those of the Print screen.
    return {
      type: 'begin',
      instead: `! ${offset} ${across} ${down} ${height} 1`,
      leftOut: '! qty',
    };
  }

  #judgeHex(line: string): Judged {
    const digits = line.trim();
    if (!/^[\dA-Fa-f]*$/.test(digits) || digits.length > this.#hexLeft)
      return { type: 'refuse', name: 'a picture of another size than it says' };
    this.#hexLeft -= digits.length;
    return { type: 'ink' };
  }

  #judgeData(line: string, end: RegExp): Judged {
    if (end.test(line)) this.#dataEnd = null;
    return { type: 'ink' };
  }

  #judgeCommand(line: string): Judged {
    if (line.trim() === '') return { type: 'frame' };
    const [word = ''] = line.split(' ', 1);
    if (settings.has(word)) return { type: 'leave-out', name: word };
    if (print.test(line)) {
      this.#place = 'outside';
      return { type: 'print', labels: 1 };
    }
    const [, end] = openings.find(([opening]) => opening.test(line)) ?? [];
    if (end !== undefined) {
      this.#dataEnd = end;
      return { type: 'frame' };
    }
    const drawn = pictureInHex.exec(line);
    if (drawn !== null) {
      this.#hexLeft = 2 * Number(drawn[1]) * Number(drawn[2]);
      return this.#judgeHex(drawn[3] ?? '');
    }
    if (ink.test(line)) return { type: 'ink' };
    return frame.test(line) ? { type: 'frame' } : { type: 'refuse', name: line.slice(0, 20) };
  }
}
