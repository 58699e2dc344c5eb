import { expect, test } from 'vitest'
import { textLocales } from './text-locale.ts'

const localeOf = (lang: string, text: string, all = text): string[] => {
  const { lang: language, region, dir, fonts } = textLocales(lang, all).of(text)
  const form = fonts.find((font) => /(?:JP|KR|SC|TC)$/.test(font))?.slice(-2)
  return [
    region === null ? language : `${language}-${region}`,
    dir,
    ...(/\p{Script=Han}|\p{Script=Hangul}/u.test(text) ? [form ?? ''] : []),
  ]
}

test('the first letter gives a text its language and direction, like dir="auto"', () => {
  expect(localeOf('de', 'Hallo, שלום')).toEqual(['de', 'ltr'])
  expect(localeOf('de', '12. שלום, Hallo')).toEqual(['he', 'rtl'])
  expect(localeOf('de', '(مرحبا)')).toEqual(['ar', 'rtl'])
  expect(localeOf('ar', 'English words')).toEqual(['en', 'ltr'])
  expect(localeOf('fa', 'سلام')).toEqual(['fa', 'rtl'])
  expect(localeOf('bg', 'Планина')).toEqual(['bg', 'ltr'])
  expect(localeOf('en', 'Планина')).toEqual(['ru', 'ltr'])
  expect(localeOf('en', 'ทาง')).toEqual(['th', 'ltr'])
  expect(localeOf('en', 'रास्ता')).toEqual(['hi', 'ltr'])
})

test('a text without letters is like the book', () => {
  expect(localeOf('ar', '12:30 – 14:00')).toEqual(['ar', 'ltr'])
  expect(localeOf('de', '')).toEqual(['de', 'ltr'])
})

test('Chinese characters have the form of their own text, else of the book', () => {
  expect(localeOf('en', '京都の道')).toEqual(['ja', 'ltr', 'JP'])
  expect(localeOf('en', '한국 漢字')).toEqual(['ko', 'ltr', 'KR'])
  expect(localeOf('en', '这条路们很长')).toEqual(['zh-CN', 'ltr', 'SC'])
  expect(localeOf('en', '這條路們很長')).toEqual(['zh-TW', 'ltr', 'TC'])
  expect(localeOf('ja', '国家')).toEqual(['ja', 'ltr', 'JP'])
  expect(localeOf('ko', '國家')).toEqual(['ko', 'ltr', 'KR'])
  expect(localeOf('zh', '中文', '這條路們很長')).toEqual(['zh-TW', 'ltr', 'TC'])
  expect(localeOf('zh', '中文', '这条路们很长')).toEqual(['zh-CN', 'ltr', 'SC'])
  expect(localeOf('de', '京都', '京都 きょうと')).toEqual(['ja', 'ltr', 'JP'])
})

test('a Latin text with Chinese characters keeps its language and gets their form', () => {
  expect(localeOf('de', 'Der Bahnhof 京都駅のホテル')).toEqual(['de', 'ltr', 'JP'])
})
