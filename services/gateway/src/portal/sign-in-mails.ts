import { messagesOf } from '@guidebook/messages'
import type { Mail } from '@guidebook/service-kit'
import type { UserRow } from '../generated/rows.ts'
import { pageOfAccount } from './paths.ts'

type Recipient = Pick<UserRow, 'email' | 'language'>

/** The token is in the fragment, which browsers send to no server. */
export function signInLink(publicUrl: string, token: string, to?: string): string {
  const query = to !== undefined && pageOfAccount(to) !== null ? `?${new URLSearchParams({ to })}` : ''
  return `${publicUrl}/portal/sign-in${query}#${token}`
}

/** Digits in groups of four are easier to copy. */
const inGroups = (code: string) => code.replaceAll(/\d{4}(?=\d)/g, '$& ')

/** Typed, because a message with values is a function. */
const paragraphs = (texts: readonly string[]): string => texts.join('\n\n')

export function codeMail(user: Recipient, { code, link }: { code: string; link: string }): Mail {
  const texts = messagesOf('signInMail', user.language)
  return {
    to: user.email,
    subject: texts.subject({ code: inGroups(code) }),
    text: paragraphs([
      texts.code,
      `    ${inGroups(code)}`,
      texts.link,
      `    ${link}`,
      texts.validity,
      texts.unexpected,
    ]),
    autoSubmitted: 'auto-generated',
  }
}

export function invitationMail(
  user: Recipient,
  { account, link, signInPage }: { account: string; link: string; signInPage: string },
): Mail {
  const texts = messagesOf('invitationMail', user.language)
  return {
    to: user.email,
    subject: texts.subject({ account }),
    text: paragraphs([
      texts.opening({ account }),
      texts.link,
      `    ${link}`,
      texts.later({ page: signInPage }),
      texts.unexpected({ account }),
    ]),
    autoSubmitted: 'auto-generated',
  }
}
