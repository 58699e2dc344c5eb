type Header = readonly [name: string, value: string]

/** Headers that say so whatever their value. */
const telling = new Set([
  'list-id',
  'list-help',
  'list-unsubscribe',
  'list-subscribe',
  'list-post',
  'list-owner',
  'list-archive',
  'mailing-list',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoreply-from',
  'x-mail-autoreply',
  'x-failed-recipients',
])

/** Headers that say so by their value, which comes without comments and in lower case. */
const tellingValues: Readonly<Record<string, (value: string) => boolean>> = {
  // RFC 3834, section 5: anything but "no", also what future standards may define. Parameters follow a semicolon.
  'auto-submitted': (value) => value.split(';')[0]?.trim() !== 'no',
  precedence: (value) => /^(bulk|junk|list|auto_reply)\b/.test(value),
  'x-precedence': (value) => /^(bulk|junk|list|auto_reply)\b/.test(value),
  'return-path': (value) => /^<\s*>$|^<?(mailer-daemon|postmaster)(@|>|$)/.test(value),
  'content-type': (value) => /^multipart\/report\b|^message\/(delivery|disposition)-/.test(value),
  from: (value) => /(^|[<\s"])(mailer-daemon|postmaster|no-?reply-daemon)@/.test(value),
}

/**
 * Whether a machine sent the mail by itself, or it went to a list: such a mail is never answered (RFC 3834, section 2), or two machines
 * might write to each other for ever. Its files are read all the same. The headers come unfolded, names in lower case.
 */
export const isAutomatic = (headers: readonly Header[]): boolean =>
  headers.some(
    ([name, value]) => telling.has(name) || (tellingValues[name]?.(withoutComments(value).toLowerCase()) ?? false),
  )

/** Comments may nest (RFC 5322, section 3.2.2); one that is never closed hides all the rest. */
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
