import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '../artifact/fingerprint.ts'
import type { BuildId } from '../outcome/build.ts'
import { batchesOf, bytesInJson } from './batches.ts'
import { type HashedText, type LanguagePair, type TranslationMemory, textKey } from './translation-queries.ts'
import { type TextFormat, TranslationError, type Translator } from './translator.ts'

export interface TranslationContext {
  translator: Translator
  memory: TranslationMemory
  /** Told of each request that was paid for, for the metrics. */
  paid(texts: readonly HashedText[]): void
}

export interface TranslationJob {
  pair: LanguagePair
  build: BuildId
  signal: AbortSignal
}

export interface TranslatedTexts {
  /** The translation of a text, or why there is none. */
  of(format: TextFormat, text: string): string | TranslationError
}

/** How often one looks for texts that another build is having translated, milliseconds. */
const lookMs = 250

/** A claim outlives the request that it is for. */
const spareMs = 5_000

/** So many texts that are refused even alone show that it is not the texts that the provider does not take. */
const mostRefusals = 3

/**
 * Translates texts that are remembered from memory, the others by the provider, each once: whoever has claimed a text asks for it, and
 * others wait for the answer. No transaction is open meanwhile. A provider that fails is asked no more. Throws only
 * what is no `TranslationError`: the database is away, or the signal is aborted.
 */
export async function translateTexts(
  wanted: readonly { format: TextFormat; text: string }[],
  { translator, memory, paid }: TranslationContext,
  { pair, build, signal }: TranslationJob,
): Promise<TranslatedTexts> {
  const all = new Map(wanted.map(hashed).map((one) => [textKey(one), one]))
  const known = new Map<string, string>()
  const failed = new Map<string, TranslationError>()
  let refusals = 0
  let stopped: TranslationError | undefined

  const open = () => [...all.values()].filter((one) => !known.has(textKey(one)) && !failed.has(textKey(one)))

  /** Has those translated that no one else is asking for. */
  const translate = async (batch: readonly HashedText[]): Promise<void> => {
    const claim = randomUUID()
    const ours = await memory.claim(pair, batch, { claim, leaseMs: translator.timeoutMs + spareMs, build })
    const mine = batch.filter((one) => ours.has(textKey(one)))
    const [first] = mine
    if (!first) return
    try {
      const { source, target } = pair
      const request = { texts: mine.map(({ text }) => text), format: first.format, source, target }
      const translations = await translator.translate(request, signal)
      await memory.keep(pair, mine, translations)
      paid(mine)
      for (const [index, one] of mine.entries()) known.set(textKey(one), translations[index] ?? '')
    } catch (error) {
      await memory.letGo(claim, pair)
      if (!(error instanceof TranslationError) || error.fault !== 'refused') throw error
      if (mine.length > 1) {
        // Which of them it is shows when each half is sent by itself.
        for (const half of halvesOf(mine)) await translate(half)
      } else {
        failed.set(textKey(first), error)
        if (++refusals === mostRefusals) throw error
      }
    }
  }

  try {
    while (true) {
      for (const [key, translation] of await memory.find(pair, open())) known.set(key, translation)
      for (const one of open()) {
        if (bytesInJson(one.text) > translator.limits.bytes) failed.set(textKey(one), tooLong)
      }
      const missing = open()
      if (missing.length === 0) break
      const before = known.size + failed.size
      for (const format of formats) {
        const batches = batchesOf(
          missing.filter((one) => one.format === format),
          translator.limits,
        )
        for (const batch of batches) await translate(batch)
      }
      if (known.size + failed.size === before) await sleep(lookMs, undefined, { signal })
    }
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error
    stopped = error
  }

  return {
    of(format, text) {
      const key = textKey(hashed({ format, text }))
      return known.get(key) ?? failed.get(key) ?? stopped ?? tooLong
    },
  }
}

const formats = ['plain', 'html'] as const

const tooLong = new TranslationError('refused', 'the text is longer than what the provider takes')

const hashed = ({ format, text }: { format: TextFormat; text: string }): HashedText => ({
  format,
  text,
  hash: sha256(text),
  characters: [...text].length,
})

const halvesOf = <T>(all: readonly T[]): [T[], T[]] => {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}
