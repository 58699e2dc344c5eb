/** One finding, what it follows from, and its text. */
import type { Diagnosis, Finding } from '@guidebook/contracts'
import type { Messages } from '@guidebook/messages'

export type Texts = Messages<'diagnosis'>
type TextOf<Suffix extends string> = Extract<keyof Texts, `${string}${Suffix}`>

/** A finding; `advice` is a text of the catalogue or null. */
export const finding = (
  code: Exclude<keyof Texts, TextOf<'.advice'>>,
  severity: Finding['severity'],
  message: string,
  advice: string | null = null,
): Finding => ({ code, severity, message, advice })

export type Facts = Omit<Diagnosis, 'findings'>

/** For whom findings are written, and the address of the pages about errors. */
export interface Language {
  lang: string
  publicUrl: string
  /** Of the account that asks; support asks without one. A release has its own. */
  timeZone?: string | undefined
}

const importance = ['error', 'warning', 'info', 'ok']

export const byImportance = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => importance.indexOf(a.severity) - importance.indexOf(b.severity))
