import { describe, expect, it } from 'vitest';
import { readZplCodes } from '../../../src/main/labels/zpl-reading/codes.ts';

const read = (zpl: string) =>
  readZplCodes(Buffer.from(zpl, 'latin1')).codes.map(
    ({ symbology, text, page }) => `${page} ${symbology} ${text}`,
  );

describe('the codes that ZPL asks for', () => {
  it.each([
    ['^BCN,100,Y,N,N^FDAA123456785BR^FS', 'Code128 AA123456785BR'],
    ['^BCN,100,N,N,N,N^FD>;>800378912345678901236^FS', 'Code128 00378912345678901236'],
    ['^BCN,100,N,N,N,D^FD(00)37891234 5678901236^FS', 'Code128 0037891234' + '5678901236'],
    ['^BCN,100,N,N,N,A^FD123>8^FS', 'Code128 123>8'],
    ['^BQN,2,5^FDQA,TBR123456789^FS', 'QRCode TBR123456789'],
    ['^BQN,2,5^FDMM,ATBR123^FS', 'QRCode TBR123'],
    ['^BQN,2,5^FDHM,B0005TBR12^FS', 'QRCode TBR12'],
    ['^BXN,6,200^FDTBR123456789^FS', 'DataMatrix TBR123456789'],
    ['^BXN,6,200,0,0,6,d^FDA1d1B^FS', 'DataMatrix A1\u001dB'],
    ['^B2N,100,Y,N,N^FD12345678901231^FS', 'ITF 12345678901231'],
    // An odd number of digits gets a zero in front.
    ['^B2N,100,Y,N,N^FD1234567^FS', 'ITF 01234567'],
    ['^B2N,100,Y,N,Y^FD1234567^FS', 'ITF 12345670'],
    ['^B2N,100,Y,N,Y^FD123456^FS', 'ITF 01234565'],
    ['^B3N,N,100^FDABC-123^FS', 'Code39 ABC-123'],
    ['^B3N,Y,100^FDABC-123^FS', 'Code39 ABC-123W'],
    ['^B3N,N,100^FD*abc*^FS', 'Code39 ABC'],
    ['^B3N,N,100^FD{0}^FS', 'Code39 0'],
    ['^BAN,100^FDabc^FS', 'Code93 ABC'],
    ['^BCN,100^FDA><B>=C^FS', 'Code128 A^B~C'],
    [
      '^BXN,8,200^FD_1010789123456789521A_d02917__B_5150C^FS',
      'DataMatrix \u001d010789123456789521A\u001d17_BC',
    ],
    ['^BCN,100^FH^FDAA_31BR^FS', 'Code128 AA1BR'],
    ['^BCN,100^FH\\^FDA\\41_31^FS', 'Code128 AA_31'],
    ['^BCN,100^FDAA123\r\n^FS', 'Code128 AA123'],
  ])('%s', (field, expected) => {
    expect(read(`^XA^FO10,10${field}^XZ`)).toEqual([`1 ${expected}`]);
  });

  it('are those of code fields, without text fields', () => {
    expect(read('^XA^FXcode AA1^FS^FO1,1^A0N,20,20^FDAA123456785BR^FS^XZ')).toEqual([]);
  });

  it('are those of a label in millimetres, too', () => {
    expect(read('^XA^MUM^FO1,1^BCN,10^FDAA123456785BR^FS^XZ')).toEqual(['1 Code128 AA123456785BR']);
  });

  it('may get their data in a stored format by number', () => {
    const stored = '^XA^DFR:A.ZPL^FO1,1^BCN,90^FN1^FS^FO1,200^A0N,20^FN2^FS^XZ';
    expect(
      read(`${stored}^XA^XFR:A.ZPL^FN1^FDAA1^FS^FN2^FDname^FS^XZ^XA^XFR:A.ZPL^FN1^FDAA2^FS^XZ`),
    ).toEqual(['1 Code128 AA1', '2 Code128 AA2']);
  });

  it('of subset A represent other characters in pairs of digits', () => {
    expect(read('^XA^BCN,100^FD>93334^FS^XZ')).toEqual(['1 Code128 AB']);
  });
});
