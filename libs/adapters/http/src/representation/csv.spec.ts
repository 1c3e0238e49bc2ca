import { expect } from 'chai';
import { csvText } from './csv.js';

describe('rows as CSV', () => {
  it('have one line each, whatever a name has in it (RFC 4180)', () => {
    const rows = [
      ['a, b', 'a "b"', 'a\nb', 'a\rb'],
      [undefined, 1, '', 'ä'],
    ];

    expect(csvText(rows)).to.equal('"a, b","a ""b""","a\nb","a\rb"\r\n,1,,ä\r\n');
  });

  it('have no formula, and numbers as numbers', () => {
    const formulas = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '=a,b'];

    expect(csvText([formulas])).to.equal(`'=1+1,'+1,'-1+1,'@SUM(A1),"'\t=1","'\r=1","'=a,b"\r\n`);
    expect(csvText([[-1, '-1.50', '0']])).to.equal('-1,-1.50,0\r\n');
    expect(csvText([['\n=1']])).to.equal(`"'\n=1"\r\n`);
  });

  it('have no formula where a program parts cells at semicolons either, whether or not it minds quotes', () => {
    const texts = ["Rent;=cmd|'/C calc'!A0;", 'a;b', ';+1', 'a;-1,00', 'a\t=1'];

    const line = csvText([texts]).trimEnd();

    expect(line).to.equal(`"Rent;'=cmd|'/C calc'!A0;","a;b",";'+1","a;'-1,00","a\t=1"`);
    expect(line.split(';').filter((cell) => /^[=+@-]/.test(cell))).to.deep.equal([]);
  });

  it('have no formula that begins with a sign as wide as Chinese letters are', () => {
    expect(csvText([['＝1+1', '＋1', '－1', '＠SUM(A1)']])).to.equal(`'＝1+1,'＋1,'－1,'＠SUM(A1)\r\n`);
  });
});
