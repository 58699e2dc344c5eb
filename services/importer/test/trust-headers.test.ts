import { expect, it } from 'vitest'
import { senderDoubt } from '../src/trust/authenticate-sender.ts'

type Header = [name: string, value: string]

const from = 'bookings@operator.example'
const word = (value: string): Header => ['authentication-results', value]
const author = (value: string): Header => ['from', value]
const usual = author(`Bookings <${from}>`)
const received: Header = [
  'received',
  'from mail.operator.example by mx.guidebook.test with ESMTPS; Mon, 1 Mar 2027 01:00:00 +0000',
]

const passed = word('mx.guidebook.test; dmarc=pass header.from=operator.example')

const verdictOn = async (headers: readonly Header[], changes: { address?: string; receivedAbove?: number } = {}) => {
  const checks = {
    settings: { IMPORT_AUTHSERV_ID: 'mx.guidebook.test', IMPORT_RECEIVED_ABOVE: changes.receivedAbove ?? 0 },
    resolver: () => Promise.reject(new Error('the DNS must not be queried when a server is trusted')),
  }
  const doubt = await senderDoubt(checks, {
    open: () => Promise.reject(new Error('the mail must not be read when a server is trusted')),
    headers,
    from: changes.address ?? from,
    isLastTry: false,
  })
  return doubt === null ? 'believed' : 'doubted'
}

/** What the server wrote, and what it is worth; the sender is `bookings@operator.example`. */
const words: [about: string, value: string, verdict: 'believed' | 'doubted'][] = [
  ['DMARC passed', 'mx.guidebook.test; dmarc=pass header.from=operator.example', 'believed'],
  ['DMARC passed, without saying for whom', 'mx.guidebook.test; dmarc=pass', 'believed'],
  ['DMARC passed for the domain above', 'mx.guidebook.test; dmarc=pass header.from=mail.operator.example', 'believed'],
  ['DMARC passed for someone else', 'mx.guidebook.test; dmarc=pass header.from=attacker.example', 'doubted'],
  ['other case', 'MX.Guidebook.Test; DMARC=Pass Header.From=Operator.EXAMPLE', 'believed'],
  ['a version behind the name', 'mx.guidebook.test 1; dmarc=pass', 'believed'],
  ['a version of the method', 'mx.guidebook.test; dmarc/1=pass', 'believed'],
  ['a quoted name', '"mx.guidebook.test"; dmarc=pass', 'believed'],
  ['a quoted domain', 'mx.guidebook.test; dkim=pass header.d="operator.example"', 'believed'],
  ['space around every sign', 'mx.guidebook.test ; dmarc = pass header.from = operator.example', 'believed'],
  ['space around the point', 'mx.guidebook.test; dkim=pass header . d = operator.example', 'believed'],
  [
    'comments everywhere',
    '(a) mx.guidebook.test (b) ; (c) dmarc (d) = (e) pass (p=reject) header.from=operator.example (f)',
    'believed',
  ],
  [
    'a comment in a comment',
    'mx.guidebook.test; dmarc=pass (policy (of the (day))) header.from=operator.example',
    'believed',
  ],
  [
    'a comment that touches the result',
    'mx.guidebook.test; dkim=pass(2048-bit key) header.d=operator.example',
    'believed',
  ],
  [
    'the sentence of Postfix and OpenDKIM',
    'mx.guidebook.test;\tdkim=pass (2048-bit key; unprotected) header.d=operator.example header.i=@operator.example header.a=rsa-sha256 header.s=mail header.b=Zm9v',
    'believed',
  ],
  [
    'the sentence of Gmail',
    'mx.guidebook.test; dkim=pass header.i=@operator.example header.s=s1 header.b="a/b+c="; spf=pass (domain of x@y designates 192.0.2.1 as permitted sender) smtp.mailfrom=x@y; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=operator.example',
    'believed',
  ],
  [
    'Base64 that ends with signs of equality',
    'mx.guidebook.test; dkim=pass header.b=Zm9vYg== header.d=operator.example',
    'believed',
  ],
  ['an aligned DKIM signature alone', 'mx.guidebook.test; dkim=pass header.d=operator.example', 'believed'],
  ['only the identity of a signature', 'mx.guidebook.test; dkim=pass header.i=robot@operator.example', 'believed'],
  ['the signature of a domain below', 'mx.guidebook.test; dkim=pass header.d=mail.operator.example', 'believed'],
  [
    'the second of two signatures',
    'mx.guidebook.test; dkim=pass header.d=sender.example; dkim=pass header.d=operator.example',
    'believed',
  ],
  [
    'no policy beside an aligned signature',
    'mx.guidebook.test; dmarc=none; dkim=pass header.d=operator.example',
    'believed',
  ],
  [
    'a policy that could not be asked beside the very domain',
    'mx.guidebook.test; dmarc=temperror; dkim=pass header.d=operator.example',
    'believed',
  ],
  [
    'a failed signature beside a passed one',
    'mx.guidebook.test; dkim=fail header.d=operator.example; dkim=pass header.d=operator.example header.s=b',
    'believed',
  ],
  [
    'a policy that could not be asked beside a domain below',
    'mx.guidebook.test; dmarc=temperror; dkim=pass header.d=mail.operator.example',
    'doubted',
  ],
  [
    'a policy that is broken beside a domain below',
    'mx.guidebook.test; dmarc=permerror; dkim=pass header.d=mail.operator.example',
    'doubted',
  ],
  ['a failed policy', 'mx.guidebook.test; dmarc=fail header.from=operator.example', 'doubted'],
  [
    'a failed policy beside an aligned signature',
    'mx.guidebook.test; dmarc=fail; dkim=pass header.d=operator.example',
    'doubted',
  ],
  ['a policy that both passed and failed', 'mx.guidebook.test; dmarc=pass; dmarc=fail', 'doubted'],
  ['the signature of someone else', 'mx.guidebook.test; dkim=pass header.d=attacker.example', 'doubted'],
  ['a domain that ends alike', 'mx.guidebook.test; dkim=pass header.d=myoperator.example', 'doubted'],
  ['a domain that begins alike', 'mx.guidebook.test; dkim=pass header.d=operator.example.attacker.example', 'doubted'],
  ['the top of the domain', 'mx.guidebook.test; dkim=pass header.d=example', 'doubted'],
  ['a signature that failed', 'mx.guidebook.test; dkim=fail header.d=operator.example', 'doubted'],
  ['a signature of unknown worth', 'mx.guidebook.test; dkim=neutral header.d=operator.example', 'doubted'],
  ['a result that begins alike', 'mx.guidebook.test; dmarc=passed', 'doubted'],
  ['a method that begins alike', 'mx.guidebook.test; x-dmarc=pass', 'doubted'],
  [
    'SPF alone, which says nothing of the author',
    'mx.guidebook.test; spf=pass smtp.mailfrom=operator.example',
    'doubted',
  ],
  ['ARC alone', 'mx.guidebook.test; arc=pass header.d=operator.example', 'doubted'],
  ['nothing found', 'mx.guidebook.test; none', 'doubted'],
  ['the name alone', 'mx.guidebook.test', 'doubted'],
  ['an empty word', '', 'doubted'],
  ['another server', 'mx.attacker.example; dmarc=pass', 'doubted'],
  ['a server below ours', 'a.mx.guidebook.test; dmarc=pass', 'doubted'],
  ['a server whose name begins alike', 'mx.guidebook.test.attacker.example; dmarc=pass', 'doubted'],
  ['our name in a comment', '(mx.guidebook.test) mx.attacker.example; dmarc=pass', 'doubted'],
  ['our name behind another', 'mx.attacker.example mx.guidebook.test; dmarc=pass', 'doubted'],
  ['a pass in a comment', 'mx.guidebook.test; dmarc=fail (dmarc=pass); spf=pass', 'doubted'],
  ['a pass in a quoted text', 'mx.guidebook.test; spf=fail smtp.mailfrom="; dmarc=pass "@attacker.example', 'doubted'],
  [
    'a pass in a quoted text with an escaped quote',
    String.raw`mx.guidebook.test; spf=fail smtp.mailfrom="\"; dmarc=pass"@attacker.example`,
    'doubted',
  ],
  [
    'a domain in a comment',
    'mx.guidebook.test; dkim=pass header.d=attacker.example (header.d=operator.example)',
    'doubted',
  ],
  [
    'a second domain for one signature',
    'mx.guidebook.test; dkim=pass header.d=attacker.example header.d=operator.example',
    'doubted',
  ],
  ['a domain behind the reason', 'mx.guidebook.test; dkim=fail reason="x" header.d=operator.example', 'doubted'],
  ['a comment without an end', 'mx.guidebook.test; dmarc=pass (and so on', 'doubted'],
  ['a quoted text without an end', 'mx.guidebook.test; dmarc=pass reason="and so on', 'doubted'],
  ['a comma in the place of the semicolon', 'mx.guidebook.test, dmarc=pass', 'doubted'],
  // What a sender can write into it: a server that prints a quoted local part without its quotes prints results of the sender's.
  [
    'a signature inside an unquoted envelope sender',
    'mx.guidebook.test; spf=fail smtp.mailfrom=x; dkim=pass header.d=operator.example @attacker.example',
    'doubted',
  ],
  [
    'a signature inside an envelope sender whose domain becomes its identity',
    'mx.guidebook.test; spf=fail smtp.mailfrom=x; dkim=pass header.d=operator.example header.i=@attacker.example',
    'doubted',
  ],
  [
    'a signature inside an envelope sender of the same domain',
    'mx.guidebook.test; spf=fail smtp.mailfrom=x; dkim=pass header.d=operator.example header.i=@operator.example',
    'doubted',
  ],
  [
    'a signature and a further result inside an envelope sender',
    'mx.guidebook.test; spf=fail smtp.mailfrom=a@b; dkim=pass header.d=operator.example; spf=pass smtp.mailfrom=y@attacker.example',
    'doubted',
  ],
  [
    'a policy inside an envelope sender',
    'mx.guidebook.test; spf=fail smtp.mailfrom=x; dmarc=pass header.from=operator.example; auth=pass smtp.auth=y@attacker.example',
    'doubted',
  ],
  [
    'a policy inside an envelope sender before the real one',
    'mx.guidebook.test; spf=fail smtp.mailfrom=x; dmarc=pass; auth=pass smtp.auth=@attacker.example; dmarc=none',
    'doubted',
  ],
  [
    'a signature behind an envelope sender that imitates quotes',
    'mx.guidebook.test; spf=fail smtp.mailfrom="a"@b; dkim=pass header.d=operator.example; spf=pass smtp.mailfrom=y@attacker.example',
    'doubted',
  ],
  [
    'a signature inside the comment on an envelope sender',
    'mx.guidebook.test; spf=fail (domain of x); dkim=pass header.d=operator.example (y@attacker.example is not permitted)',
    'doubted',
  ],
  [
    'a signature inside a HELO name',
    'mx.guidebook.test; spf=none smtp.helo=x;dkim=pass(y)header.d=operator.example',
    'doubted',
  ],
  [
    'a signature inside the identity of another',
    'mx.guidebook.test; dkim=pass header.d=attacker.example header.i=x; dkim=pass header.d=operator.example; auth=pass smtp.auth=y@attacker.example',
    'doubted',
  ],
  [
    'an identity that is not of the signing domain',
    'mx.guidebook.test; dkim=pass header.d=operator.example header.i=@attacker.example',
    'doubted',
  ],
  ['a header that is longer than 16 KiB', `mx.guidebook.test; dmarc=pass${' '.repeat(16 * 1024)}`, 'doubted'],
  ['another version', 'mx.guidebook.test 2; dmarc=pass', 'doubted'],
  ['an empty result', 'mx.guidebook.test; dmarc=pass;', 'doubted'],
  ['a value without a property', 'mx.guidebook.test; dmarc=pass operator.example', 'doubted'],
  ['a property without a type', 'mx.guidebook.test; dmarc=pass from=operator.example', 'doubted'],
  ['a result beside none', 'mx.guidebook.test; none; dmarc=pass', 'doubted'],
  ['a property that touches the result', 'mx.guidebook.test; dkim=pass"x"header.d=operator.example', 'doubted'],
  ['a parenthesis that closes nothing', 'mx.guidebook.test; dmarc=pass) header.from=operator.example', 'doubted'],
  [
    'DMARC behind the envelope sender, where no address follows',
    'mx.guidebook.test; spf=pass (domain of x@operator.example designates it) smtp.mailfrom=x@operator.example; dmarc=pass (p=none) header.from=operator.example',
    'believed',
  ],
  [
    'a signature behind the domain of the envelope sender',
    'mx.guidebook.test; spf=pass smtp.mailfrom=operator.example; dkim=pass header.d=operator.example',
    'believed',
  ],
  [
    'the second of two signatures with identities',
    'mx.guidebook.test; dkim=pass header.i=@sender.example; dkim=pass header.i=@operator.example; spf=pass smtp.mailfrom=x@sender.example',
    'believed',
  ],
]

it.each(words)('the server’s result is read: %s', async (_, value, verdict) => {
  expect(await verdictOn([word(value), received, usual])).toBe(verdict)
})

const pass = word('mx.guidebook.test; dmarc=pass')
const fail = word('mx.guidebook.test; dmarc=fail')
const places: [about: string, headers: Header[], verdict: 'believed' | 'doubted', receivedAbove?: number][] = [
  ['on top', [pass, received, usual], 'believed'],
  [
    'below what says nothing of the way',
    [['return-path', '<x@y>'], ['delivered-to', 'import'], pass, received, usual],
    'believed',
  ],
  ['missing', [received, usual], 'doubted'],
  ['a forged one below the real', [fail, received, pass, usual], 'doubted'],
  ['a forged one that agrees', [pass, received, fail, usual], 'believed'],
  ['another server’s above', [word('mx.attacker.example; dmarc=fail'), pass, usual], 'doubted'],
  ['a forged one where the server wrote none', [received, pass, usual], 'doubted'],
  ['a forged one below two servers of ours', [received, received, pass, usual], 'doubted', 1],
  ['the real one below a server of ours', [received, pass, received, usual], 'believed', 1],
]

it.each(places)(
  'the position of the server’s header is checked: %s',
  async (_, headers, verdict, receivedAbove = 0) => {
    expect(await verdictOn(headers, { receivedAbove })).toBe(verdict)
  },
)

const authors: [about: string, headers: Header[], verdict: 'believed' | 'doubted'][] = [
  ['an address alone', [author(from)], 'believed'],
  ['an address in brackets', [author(`<${from}>`)], 'believed'],
  ['other case', [author('Bookings <BOOKINGS@Operator.Example>')], 'believed'],
  ['a quoted name', [author(`"Operator, Ltd." <${from}>`)], 'believed'],
  ['an encoded name', [author(`=?utf-8?q?B=C3=BCcher?= <${from}>`)], 'believed'],
  ['a comment', [author(`${from} (the nightly list)`)], 'believed'],
  ['another sender on its behalf', [['sender', 'robot@mailer.example'], usual], 'believed'],
  ['no envelope sender', [['return-path', '<>'], usual], 'believed'],
  ['our address as a quoted name', [author(`"${from}" <evil@attacker.example>`)], 'doubted'],
  ['our address as a bare name', [author(`${from} <evil@attacker.example>`)], 'doubted'],
  [
    'our address as an encoded name',
    [author('=?utf-8?q?bookings=40operator.example?= <evil@attacker.example>')],
    'doubted',
  ],
  ['our address as a comment', [author(`evil@attacker.example (${from})`)], 'doubted'],
  ['two From headers', [usual, author('evil@attacker.example')], 'doubted'],
  ['the same From header twice', [usual, usual], 'doubted'],
  ['no From header', [], 'doubted'],
  ['two addresses', [author(`${from}, evil@attacker.example`)], 'doubted'],
  ['an address twice', [author(`${from}, ${from}`)], 'doubted'],
  ['a group', [author(`Operators: ${from};`)], 'doubted'],
  ['two pairs of brackets', [author(`<${from}> <evil@attacker.example>`)], 'doubted'],
  ['two signs of at', [author('bookings@operator.example@attacker.example')], 'doubted'],
  ['an encoded address', [author('=?utf-8?q?bookings?=@operator.example')], 'doubted'],
  ['a route', [author(`<@attacker.example:${from}>`)], 'doubted'],
  ['a name whose quote has no end', [author(`"Bookings <${from}>`)], 'doubted'],
  ['a domain in square brackets', [author('bookings@[192.0.2.1]')], 'doubted'],
  ['a letter that looks like ours', [author('Bookings <bookings@оperator.example>')], 'doubted'],
]

it.each(authors)('a mail has one author or none: %s', async (_, headers, verdict) => {
  expect(await verdictOn([pass, ...headers])).toBe(verdict)
})

it.each([
  ['bank.co.uk', 'mail.bank.co.uk', 'believed'],
  ['other.co.uk', 'bank.co.uk', 'doubted'],
  ['co.uk', 'bank.co.uk', 'doubted'],
  ['other.github.io', 'bank.github.io', 'doubted'],
  ['xn--bcher-kva.example', 'bücher.example', 'believed'],
])('a signature of %s speaks for %s as the public suffix list has it: %s', async (signed, domain, verdict) => {
  const ascii = new URL(`http://${domain}`).hostname
  const headers = [word(`mx.guidebook.test; dkim=pass header.d=${signed}`), author(`list@${domain}`)]
  expect(await verdictOn(headers, { address: `list@${ascii}` })).toBe(verdict)
})

it.each(['content-type', 'content-transfer-encoding', 'content-disposition'])(
  'two different headers %s are doubted: the signed one may not be the one by which the files are read',
  async (name) => {
    const headers = [passed, usual, [name, 'one'] as Header]
    expect(await verdictOn(headers)).toBe('believed')
    expect(await verdictOn([[name, 'one'], ...headers])).toBe('believed')
    expect(await verdictOn([[name, 'other'], ...headers])).toBe('doubted')
  },
)
