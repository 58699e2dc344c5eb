/** CSV files as booking systems, spreadsheets and databases write them, each with what is read from it. All made here. */
import type { CsvFormat } from '../src/csv/read-csv.ts'

export interface CsvDialectCase {
  name: string
  bytes: Buffer
  format?: CsvFormat
  expected:
    | {
        /** `utf-8`, semicolons and no quotes unless said. */
        encoding?: string
        delimiter?: string
        quote?: string | null
        header: string[]
        /** By row number. */
        rows: Record<number, string[]>
        /** Numbers of the rows with more cells than columns. */
        faulty?: number[]
      }
    | { refused: string }
}

type Expected = CsvDialectCase['expected']

const table = (cells: string[][]): Expected => {
  const [header = [], ...rows] = cells
  return { header, rows: Object.fromEntries(rows.map((row, index) => [index + 1, row])) }
}
const one = (name: string, content: string | Buffer, expected: Expected, format?: CsvFormat): CsvDialectCase => ({
  name,
  bytes: Buffer.isBuffer(content) ? content : Buffer.from(content),
  expected,
  ...(format === undefined ? {} : { format }),
})

const bom = '\ufeff'
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const latin = (text: string) => Buffer.from(text, 'latin1')
const hex = (bytes: string) => Buffer.from(bytes, 'hex')

const zurich = table([
  ['Booking', 'City'],
  ['1', 'Zürich'],
])
const zurichText = 'Booking;City\n1;Zürich\n'
const abc = table([
  ['a', 'b', 'c'],
  ['1', '2', '3'],
])

const encodings: CsvDialectCase[] = [
  one('UTF-8', zurichText, zurich),
  one('UTF-8 with its mark', bom + zurichText, zurich),
  one('UTF-8 with its mark before a quote', `${bom}"Booking";"City"\n"1";"Zürich"\n`, { ...zurich, quote: '"' }),
  one('UTF-8 with two marks', bom + bom + zurichText, {
    header: ['Booking', 'City'],
    rows: { 1: ['1', 'Zürich'] },
  }),
  one('UTF-16 little-endian with its mark', utf16le(bom + zurichText), { ...zurich, encoding: 'utf-16le' }),
  one('UTF-16 big-endian with its mark', utf16be(bom + zurichText), { ...zurich, encoding: 'utf-16be' }),
  one('UTF-16 little-endian without a mark', utf16le(zurichText), { ...zurich, encoding: 'utf-16le' }),
  one('UTF-16 big-endian without a mark', utf16be(zurichText), { ...zurich, encoding: 'utf-16be' }),
  one('UTF-16 with tabs, as spreadsheets write “Unicode text”', utf16le(`${bom}Booking\tCity\r\n1\tZürich\r\n`), {
    ...zurich,
    encoding: 'utf-16le',
    delimiter: '\t',
  }),
  one('UTF-16 that ends within a character', Buffer.concat([utf16le(bom + zurichText), hex('31')]), {
    encoding: 'utf-16le',
    header: ['Booking', 'City'],
    rows: { 1: ['1', 'Zürich'], 2: ['\ufffd', ''] },
  }),
  one('Windows-1252', latin(zurichText), { ...zurich, encoding: 'windows-1252' }),
  one(
    'Windows-1252 with the euro and curly quotes',
    Buffer.concat([latin('Booking;Price\n1;'), hex('80 39 93 94 92'.replaceAll(' ', ''))]),
    {
      encoding: 'windows-1252',
      header: ['Booking', 'Price'],
      rows: { 1: ['1', '€9“”’'] },
    },
  ),
  one('ISO 8859-1', latin('Ort;Straße\nMünchen;Königstraße\n'), {
    encoding: 'windows-1252',
    header: ['Ort', 'Straße'],
    rows: { 1: ['München', 'Königstraße'] },
  }),
  one(
    'an accent in the last row of many',
    Buffer.concat([Buffer.from(`a;b\n${'1;2\n'.repeat(20_000)}`), latin('x;ü\n')]),
    {
      encoding: 'windows-1252',
      header: ['a', 'b'],
      rows: { 20001: ['x', 'ü'] },
    },
  ),
  one('one damaged character in UTF-8', Buffer.concat([Buffer.from('a;b\nü;ö\n'), latin('ü;2\n')]), {
    header: ['a', 'b'],
    rows: { 1: ['ü', 'ö'], 2: ['\ufffd', '2'] },
  }),
  one('UTF-8 that ends within a character', Buffer.concat([Buffer.from('a;b\nü;ö\nü;'), hex('c3')]), {
    header: ['a', 'b'],
    rows: { 1: ['ü', 'ö'], 2: ['ü', '\ufffd'] },
  }),
  one(
    'Windows-1252 as configured, though it would do as UTF-8',
    zurichText,
    {
      encoding: 'windows-1252',
      header: ['Booking', 'City'],
      rows: { 1: ['1', 'ZÃ¼rich'] },
    },
    { encoding: 'windows-1252' },
  ),
  one('a mark against the configuration', bom + zurichText, zurich, { encoding: 'windows-1252' }),
  one(
    'UTF-16 without a mark, as configured',
    utf16le('a;b\n1;2'),
    {
      encoding: 'utf-16le',
      header: ['a', 'b'],
      rows: { 1: ['1', '2'] },
    },
    { encoding: 'utf-16le' },
  ),
  one(
    'UTF-16 without a mark, mostly not Latin, as configured',
    utf16le('番号;名前\n1;京都の宿\n2;奈良の宿\n'),
    {
      encoding: 'utf-16le',
      header: ['番号', '名前'],
      rows: { 1: ['1', '京都の宿'], 2: ['2', '奈良の宿'] },
    },
    { encoding: 'utf-16le' },
  ),
  one(
    'UTF-16 without a mark though UTF-8 is configured',
    utf16le(zurichText),
    { refused: 'NUL' },
    { encoding: 'utf-8' },
  ),
  one(
    'Windows-1252 though UTF-8 is configured',
    latin(zurichText),
    {
      header: ['Booking', 'City'],
      rows: { 1: ['1', 'Z\ufffdrich'] },
    },
    { encoding: 'utf-8' },
  ),
  one(
    'Mac Roman: plain characters are right, accents are not',
    Buffer.concat([latin('Booking;City\n1;Z'), hex('9f'), latin('rich\n')]),
    {
      encoding: 'windows-1252',
      header: ['Booking', 'City'],
      rows: { 1: ['1', 'ZŸrich'] },
    },
  ),
  one(
    'Mac Roman with a letter whose byte Windows-1252 does not define',
    Buffer.concat([latin('Booking;City\n1;Gen'), hex('8f'), latin('ve\n')]),
    { refused: 'encoding is not recognised' },
  ),
  one('UTF-7: plain characters are right, accents are not', 'Booking;City\n1;Z+APw-rich\n', {
    header: ['Booking', 'City'],
    rows: { 1: ['1', 'Z+APw-rich'] },
  }),
  one('UTF-32 little-endian', hex('fffe000061000000'), { refused: 'NUL' }),
  one('UTF-32 big-endian', hex('0000feff00000061'), { refused: 'NUL' }),
  one('EBCDIC', hex('c29696928995875ec39aa3a8250af15ee9a499898388250a'), { refused: 'encoding is not recognised' }),
  one('GB18030', hex('d4a4b6a93bb3c7cad00a313bb1b1beA90a'.toLowerCase()), { refused: 'encoding is not recognised' }),
  one('Shift JIS', hex('975c96f13b8e730a313b938b8b9e0a'), { refused: 'encoding is not recognised' }),
  one('Windows-1251', hex('c1f0eeedfc3bc3eef0eee40a313bcceef1eae2e00a'), { refused: 'encoding is not recognised' }),
  one('UTF-8 in every script', 'a;b\n予約;Бронь\nحجز;Κράτηση\n', {
    header: ['a', 'b'],
    rows: { 1: ['予約', 'Бронь'], 2: ['حجز', 'Κράτηση'] },
  }),
  one('characters beyond the basic plane', 'a;b\n🏔;𝄞\n', { header: ['a', 'b'], rows: { 1: ['🏔', '𝄞'] } }),
  one('NUL in a cell', 'a;b\n\u0000;1\n', { refused: 'NUL' }),
  one('NUL far behind the beginning', `a;b\n${'1;2\n'.repeat(50_000)}\u0000;1\n`, { refused: 'NUL' }),
  one('an image', hex('89504e470d0a1a0a0000000d49484452'), { refused: 'NUL' }),
]

const delimiters: CsvDialectCase[] = [
  one('semicolons', 'a;b;c\n1;2;3\n', abc),
  one('commas', 'a,b,c\n1,2,3\n', { ...abc, delimiter: ',' }),
  one('tabs', 'a\tb\tc\n1\t2\t3\n', { ...abc, delimiter: '\t' }),
  one('bars', 'a|b|c\n1|2|3\n', { ...abc, delimiter: '|' }),
  one('tabs with empty cells', 'a\tb\tc\n\t\t3\n1\t\t\n', {
    delimiter: '\t',
    header: ['a', 'b', 'c'],
    rows: { 1: ['', '', '3'], 2: ['1', '', ''] },
  }),
  one('semicolons with decimal commas', 'a;b;c\n1,5;2,5;3,5\n', {
    header: ['a', 'b', 'c'],
    rows: { 1: ['1,5', '2,5', '3,5'] },
  }),
  one('a comma in a name of the header', 'Last, first;b;c\n1;2;3\n4;5;6\n', {
    header: ['Last, first', 'b', 'c'],
    rows: { 1: ['1', '2', '3'], 2: ['4', '5', '6'] },
  }),
  one('delimiters of another kind in quotes', 'a,b,c\n"1;2;3;4;5",2,3\n', {
    delimiter: ',',
    quote: '"',
    header: ['a', 'b', 'c'],
    rows: { 1: ['1;2;3;4;5', '2', '3'] },
  }),
  one('sep=; in the first line', 'sep=;\r\na;b;c\r\n1;2;3\r\n', abc),
  one('sep=, though semicolons are more', 'sep=,\r\na;a,b,c\r\n1,2,3\r\n', {
    delimiter: ',',
    header: ['a;a', 'b', 'c'],
    rows: { 1: ['1', '2', '3'] },
  }),
  one('sep in capitals and quotes', '"SEP=|"\na|b|c\n1|2|3\n', { ...abc, delimiter: '|', quote: '"' }),
  one('sep behind a byte order mark', `${bom}sep=;\r\na;b;c\r\n1;2;3\r\n`, abc),
  one('sep in UTF-16', utf16le(`${bom}sep=;\r\na;b;c\r\n1;2;3\r\n`), { ...abc, encoding: 'utf-16le' }),
  one('sep with a tab', 'sep=\t\na\tb\tc\n1\t2\t3\n', { ...abc, delimiter: '\t' }),
  one('sep with an escaped tab', 'sep=\\t\na\tb\tc\n1\t2\t3\n', { ...abc, delimiter: '\t' }),
  one('sep against the configuration', 'sep=;\na;b;c\n1;2;3\n', abc, { delimiter: ',' }),
  one('sep with another character', 'sep=^\na^b^c\n1^2^3\n', { refused: 'declares “^” as its delimiter' }),
  one('a delimiter as configured', 'a,a;b;c\n1;2;3\n', { ...abc, header: ['a,a', 'b', 'c'] } as Expected, {
    delimiter: ';',
  }),
  one('a delimiter that is none of ours', 'a^b^c\n1^2^3\n', { header: ['a^b^c'], rows: { 1: ['1^2^3'] } }),
  one('columns of fixed width', 'Booking  Tour\n1        GB-1\n', {
    header: ['Booking  Tour'],
    rows: { 1: ['1        GB-1'] },
  }),
  one('a single column', 'Booking\n1\n2\n', { header: ['Booking'], rows: { 1: ['1'], 2: ['2'] } }),
  one('a table of Markdown', '| a | b |\n| 1 | 2 |\n', {
    delimiter: '|',
    header: ['', 'a', 'b', ''],
    rows: { 1: ['', '1 ', '2 ', ''] },
  }),
]

const quoting: CsvDialectCase[] = [
  one('quotes everywhere', '"a";"b";"c"\n"1";"2";"3"\n', { ...abc, quote: '"' }),
  one('quotes where needed', 'a;b;c\n1;"x;y";3\n', {
    header: ['a', 'b', 'c'],
    quote: '"',
    rows: { 1: ['1', 'x;y', '3'] },
  }),
  one('doubled quotes', 'a;b\n"say ""hi""";2\n', { header: ['a', 'b'], quote: '"', rows: { 1: ['say "hi"', '2'] } }),
  one('a cell of quotes only', 'a;b\n"""";""\n', { header: ['a', 'b'], quote: '"', rows: { 1: ['"', ''] } }),
  one('quotes escaped by backslashes', 'a;b\n"say \\"hi\\" now";2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['say "hi" now', '2'] },
  }),
  one('backslashes escaped by backslashes', 'a;b\n"c:\\\\dir \\"x\\" y";2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['c:\\dir "x" y', '2'] },
  }),
  one('a backslash at the end of a quoted cell', 'a;b\n"c:\\dir\\";2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['c:\\dir\\', '2'] },
  }),
  one('both ways of escaping in one file', 'a;b\n"1 ""x""";"2 \\"y\\" z"\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['1 "x"', '2 "y" z'] },
  }),
  one('a quote within a cell without quotes', 'a;b\n5" disk;2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['5" disk', '2'] },
  }),
  one('text behind a closing quote', 'a;b\n"Hotel" Post;2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['"Hotel" Post', '2'] },
  }),
  one('blanks between delimiter and quote', 'a; b ;c\n1 ; "x; y" ;3\n', {
    header: ['a', 'b', 'c'],
    quote: '"',
    rows: { 1: ['1 ', 'x; y', '3'] },
  }),
  one('blanks within quotes stay', 'a;b\n" x ";2\n', { header: ['a', 'b'], quote: '"', rows: { 1: [' x ', '2'] } }),
  one('single quotes', "'a';'b'\n'x;y';'2'\n", { header: ['a', 'b'], quote: "'", rows: { 1: ['x;y', '2'] } }),
  one('doubled single quotes', "'a','b'\n'it''s','2'\n", {
    header: ['a', 'b'],
    delimiter: ',',
    quote: "'",
    rows: { 1: ["it's", '2'] },
  }),
  one('apostrophes in a file without quotes', "a;b\n't Hof;it's\n", {
    header: ['a', 'b'],
    rows: { 1: ["'t Hof", "it's"] },
  }),
  one('line ends in quotes', 'a;b\r\n"x\r\ny\nz";2\r\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['x\r\ny\nz', '2'] },
  }),
  one('a header of several lines', '"Arrival\ndate";b\n1;2\n', {
    header: ['Arrival\ndate', 'b'],
    quote: '"',
    rows: { 1: ['1', '2'] },
  }),
  one('a quote that is never closed', 'a;b\n1;2\n"3;4\n5;6\n', { refused: 'begins in row 2 is never closed' }),
  one('a quote that is never closed, in the header', 'a;"b\n1;2\n', {
    refused: 'begins in the header row is never closed',
  }),
  one('a quote that is never closed, in a large file', `a;b\n"1;2\n${'3;4\n'.repeat(40_000)}`, {
    refused: 'row 1 is longer than 64 kB',
  }),
  one('a row of 200 kB', `a;b\n1;${'x'.repeat(200_000)}\n`, { refused: 'row 1 is longer than 64 kB' }),
  one('a cell of 60 kB', `a;b\n1;${'x'.repeat(60_000)}\n`, {
    header: ['a', 'b'],
    rows: { 1: ['1', 'x'.repeat(60_000)] },
  }),
  one('curly quotes are characters', 'a;b\n“x”;„y“\n', { header: ['a', 'b'], rows: { 1: ['“x”', '„y“'] } }),
]

const lineEnds: CsvDialectCase[] = [
  one('LF', 'a;b;c\n1;2;3\n', abc),
  one('CRLF', 'a;b;c\r\n1;2;3\r\n', abc),
  one('CR', 'a;b;c\r1;2;3\r', abc),
  one('NEL', 'a;b;c\u00851;2;3\u0085', abc),
  one('none at the end', 'a;b;c\r\n1;2;3', abc),
  one('a header with CRLF above rows with LF', 'a;b\r\n1;2\n3;4\n', {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 2: ['3', '4'] },
  }),
  one('all kinds at once', 'a;b\n1;2\r\n3;4\r5;6\u00857;8', {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 2: ['3', '4'], 3: ['5', '6'], 4: ['7', '8'] },
  }),
  one('CR CR LF, as broken transfers leave it', 'a;b\r\r\n1;2\r\r\n3;4\r\r\n', {
    header: ['a', 'b'],
    rows: { 2: ['1', '2'], 4: ['3', '4'] },
  }),
  one('a line separator of Unicode is a character', 'a;b\n1\u20282;3\n', {
    header: ['a', 'b'],
    rows: { 1: ['1\u20282', '3'] },
  }),
  one('the end-of-file character of DOS', 'a;b\r\n1;2\r\n\u001a', {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 2: ['\u001a', ''] },
  }),
]

const shapes: CsvDialectCase[] = [
  one('an empty file', '', { refused: 'is empty' }),
  one('only a byte order mark', bom, { refused: 'is empty' }),
  one('only blank lines', '\r\n\r\n  \r\n', { refused: 'is empty' }),
  one('only delimiters', ';;;\n;;;\n', { refused: 'is empty' }),
  one('only a declaration', 'sep=;\r\n', { refused: 'is empty' }),
  one('a header and no row', 'a;b;c\r\n', { header: ['a', 'b', 'c'], rows: {} }),
  one('blank lines above the header', '\r\n;;\r\na;b;c\r\n1;2;3\r\n', abc),
  one('a title above the header is taken for it', 'Bookings of May\na;b;c\n1;2;3\n', {
    header: ['Bookings of May'],
    rows: {},
    faulty: [1, 2],
  }),
  one('empty rows in between and at the end are counted', 'a;b\n1;2\n;\n\n5;6\n;;;\n\n\n', {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 4: ['5', '6'] },
  }),
  one('thousands of trailing empty rows', `a;b\n1;2\n${';\n'.repeat(30_000)}`, {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'] },
  }),
  one('rows of blanks only', 'a;b\n  ;\t\n \n3;4\n', { header: ['a', 'b'], rows: { 3: ['3', '4'] } }),
  one('fewer cells than columns', 'a;b;c\n1\n1;2\n', {
    header: ['a', 'b', 'c'],
    rows: { 1: ['1', '', ''], 2: ['1', '2', ''] },
  }),
  one('more cells than columns', 'a;b\n1;2;3\n4;5\n', { header: ['a', 'b'], rows: { 2: ['4', '5'] }, faulty: [1] }),
  one('more cells than columns, all empty', 'a;b\n1;2;;\n', { header: ['a', 'b'], rows: { 1: ['1', '2'] } }),
  one('a delimiter at the end of every line', 'a;b;\n1;2;\n', { header: ['a', 'b', ''], rows: { 1: ['1', '2', ''] } }),
  one('a delimiter at the end of the rows only', 'a;b\n1;2;\n', { header: ['a', 'b'], rows: { 1: ['1', '2'] } }),
  one('a row of totals at the end is a row', 'a;b;c\n1;2;3\nTotal;;3\n', {
    header: ['a', 'b', 'c'],
    rows: { 1: ['1', '2', '3'], 2: ['Total', '', '3'] },
  }),
  one('a comment line is a row', 'a;b\n# exported tonight\n1;2\n', {
    header: ['a', 'b'],
    rows: { 1: ['# exported tonight', ''], 2: ['1', '2'] },
  }),
  one('the header again in the middle is a row', 'a;b\n1;2\na;b\n3;4\n', {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 2: ['a', 'b'], 3: ['3', '4'] },
  }),
  one('two files in one, the second with its mark', `a;b\n1;2\n${bom}a;b\n3;4\n`, {
    header: ['a', 'b'],
    rows: { 1: ['1', '2'], 2: ['a', 'b'], 3: ['3', '4'] },
  }),
  one('a name of the header twice is kept', 'a;b;a\n1;2;3\n', {
    header: ['a', 'b', 'a'],
    rows: { 1: ['1', '2', '3'] },
  }),
  one('blanks around names and cells', ' a ; b \n 1 ; 2 \n', { header: ['a', 'b'], rows: { 1: ['1 ', '2 '] } }),
  one('500 columns', `${Array.from({ length: 500 }, (_, index) => `c${index}`).join(';')}\n${'x;'.repeat(499)}x\n`, {
    header: Array.from({ length: 500 }, (_, index) => `c${index}`),
    rows: { 1: Array(500).fill('x') },
  }),
  one('a header of 100 kB', `${'name;'.repeat(20_000)}\n1;2\n3;4\n`, {
    refused: 'The header row is longer than 64 kB',
  }),
]

const spreadsheets: CsvDialectCase[] = [
  one('texts as formulas', 'a;b\n="00123";="x"\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['="00123"', '="x"'] },
  }),
  one('texts as formulas, quoted', 'a;b\n"=""00123""";2\n', {
    header: ['a', 'b'],
    quote: '"',
    rows: { 1: ['="00123"', '2'] },
  }),
  one('leading apostrophes', "a;b\n'00123;'=1\n", { header: ['a', 'b'], rows: { 1: ["'00123", "'=1"] } }),
  one('leading zeros', 'a;b\n00123;007\n', { header: ['a', 'b'], rows: { 1: ['00123', '007'] } }),
  one('numbers that were shortened', 'a;b\n1.23E+05;2\n', { header: ['a', 'b'], rows: { 1: ['1.23E+05', '2'] } }),
  one('errors in place of values', 'a;b\n#N/A;#REF!\n', { header: ['a', 'b'], rows: { 1: ['#N/A', '#REF!'] } }),
  one('formulas are text', 'a;b\n=1+1;@SUM(A1)\n', { header: ['a', 'b'], rows: { 1: ['=1+1', '@SUM(A1)'] } }),
  one('blanks that do not break', 'a;b\n1\u00a0234;2\n', { header: ['a', 'b'], rows: { 1: ['1\u00a0234', '2'] } }),
  one('full-width digits', 'a;b\n１２;３\n', { header: ['a', 'b'], rows: { 1: ['１２', '３'] } }),
  one('marks of the writing direction', 'a;b\n\u200f12\u200e;2\n', {
    header: ['a', 'b'],
    rows: { 1: ['\u200f12\u200e', '2'] },
  }),
]

export const csvDialects: readonly CsvDialectCase[] = [
  ...encodings,
  ...delimiters,
  ...quoting,
  ...lineEnds,
  ...shapes,
  ...spreadsheets,
]
