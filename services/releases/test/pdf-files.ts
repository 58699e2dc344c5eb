/** PDF files of one page with a line of text. `more` is added to the trailer. */

const objects = (line: string) => {
  const content = `BT /F1 18 Tf 20 50 Td (${line}) Tj ET`
  return [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
}

function bodyOf(line: string) {
  const addresses: number[] = []
  let body = '%PDF-1.7\n'
  for (const [index, object] of objects(line).entries()) {
    addresses.push(body.length)
    body += `${index + 1} 0 obj${object}\nendobj\n`
  }
  return { body, addresses }
}

export function aPdf(more = '', line = 'Rail ticket'): Buffer {
  const { body, addresses } = bodyOf(line)
  const table = addresses.map((address) => `${String(address).padStart(10, '0')} 00000 n \n`).join('')
  const size = addresses.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${more}>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

export function aPdfWithStream(more = ''): Buffer {
  const { body, addresses } = bodyOf('Voucher')
  const size = addresses.length + 2
  const all = [0, ...addresses, body.length]
  const table = Buffer.concat(all.map((address, i) => Buffer.from([i === 0 ? 0 : 1, address >> 8, address & 255, 0])))
  const dictionary = `<</Type/XRef/W[1 2 1]/Size ${size}/Root 1 0 R${more}/Length ${table.length}>>`
  return Buffer.concat([
    Buffer.from(`${body}${size - 1} 0 obj${dictionary}stream\n`),
    table,
    Buffer.from(`\nendstream endobj\nstartxref\n${body.length}\n%%EOF\n`),
  ])
}
