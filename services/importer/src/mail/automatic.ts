type Header = readonly [name: string, value: string]

/** Headers that mark an automatic mail with any value. */
const automaticHeader =
  /^(list-(id|help|unsubscribe|subscribe|post|owner|archive)|mailing-list|x-auto(reply|respond|reply-from)|x-auto-response-suppress|x-mail-autoreply|x-failed-recipients)$/

/** Headers that mark an automatic mail by their value, without comments and in lower case. */
const automaticValues: Readonly<Record<string, (value: string) => boolean>> = {
  // RFC 3834, section 5: any value but "no", including future ones. Parameters follow a semicolon.
  'auto-submitted': (value) => value.split(';')[0]?.trim() !== 'no',
  precedence: (value) => /^(bulk|junk|list|auto_reply)\b/.test(value),
  'x-precedence': (value) => /^(bulk|junk|list|auto_reply)\b/.test(value),
  'return-path': (value) => /^<\s*>$|^<?(mailer-daemon|postmaster)(@|>|$)/.test(value),
  'content-type': (value) => /^multipart\/report\b|^message\/(delivery|disposition)-/.test(value),
  from: (value) => /(^|[<\s"])(mailer-daemon|postmaster|no-?reply-daemon)@/.test(value),
}

/**
 * Whether the mail was sent automatically or to a mailing list. Such a mail gets no answer (RFC 3834, section 2), so that two programs never answer
 * each other; its files are read. The headers are unfolded, names in lower case.
 */
export const isAutomatic = (headers: readonly Header[]): boolean =>
  headers.some(
    ([name, value]) =>
      automaticHeader.test(name) || (automaticValues[name]?.(withoutComments(value).toLowerCase()) ?? false),
  )

/** Comments may nest (RFC 5322, section 3.2.2); an unclosed one hides the rest. */
const withoutComments = (value: string): string => {
  let text = ''
  let depth = 0
  for (const character of value.slice(0, 2000)) {
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) text += character
  }
  return text.trim()
}
