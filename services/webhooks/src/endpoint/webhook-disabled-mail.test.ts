import { testAccount } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import { webhookDisabledMail } from './webhook-disabled-mail.ts'

const url = 'https://receiver.example:8443/hook?key=hush'
const mailIn = (defaultLang: string) =>
  webhookDisabledMail(testAccount({ defaultLang, name: 'Berg & Tal <GmbH>' }), url, 'nothing-but-failures')

it.each(['de', 'en', 'fr', 'it', 'es', 'nl'])(
  'in %s it says why, in text and HTML, and names the host only',
  (lang) => {
    const { subject, text, html } = mailIn(lang)
    expect(subject).not.toBe('')
    expect(text).toContain('Berg & Tal <GmbH>')
    expect(text).toContain('receiver.example:8443')
    expect(html).toContain(`<html lang="${lang}">`)
    expect(html).toContain('Berg &amp; Tal &lt;GmbH&gt;')
    expect(`${text}${html}`).not.toContain('hush')
  },
)

it('each language has its own text; other languages get English', () => {
  const subjects = ['de', 'en', 'fr', 'it', 'es', 'nl'].map((lang) => mailIn(lang).subject)
  expect(new Set(subjects).size).toBe(6)
  expect(mailIn('pl').subject).toBe(mailIn('en').subject)
})
