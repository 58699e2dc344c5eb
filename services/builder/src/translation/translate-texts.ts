import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Logger, meter } from '@guidebook/service-kit'
import { sha256 } from '../artifact/fingerprint.ts'
import type { BuildId } from '../outcome/build.ts'
import { httpTranslator, type ProviderSettings, TranslationError } from './http-translator.ts'
import type { Protocol, TextFormat } from './protocols.ts'
import { type HashedText, type LanguagePair, textKey, translationQueries } from './translation-queries.ts'

export type TranslationContext = ReturnType<typeof openTranslation>

/** Share of a build's time limit. When translating has taken it, no further request is sent: a slow provider must not make the build fail. */
export const budgetShare = 1 / 3

/** The provider, the translations that exist already, counters of what is paid for, and the time for the texts of a build. */
export function openTranslation(
  settings: ProviderSettings & { buildTimeoutMs: number },
  database: Pick<Database, 'knex'>,
  log: Logger,
) {
  const translator = httpTranslator(settings, log)
  const instruments = meter('builder')
  const texts = instruments.createCounter('builder_translated_texts', {
    description: 'Texts translated by a provider.',
  })
  const characters = instruments.createCounter('builder_translated_characters', {
    description: 'Their Unicode characters, markup included.',
  })
  const paid = (all: readonly HashedText[]): void => {
    const labels = { provider: translator.provider }
    texts.add(all.length, labels)
    const count = all.reduce((sum, one) => sum + one.characters, 0)
    characters.add(count, labels)
  }
  const budgetMs = settings.buildTimeoutMs * budgetShare
  return { translator, memory: translationQueries(database.knex), paid, budgetMs }
}

/** Interval of polling for texts that another build has claimed, milliseconds. */
const pollMs = 250

/** A claim outlives its request by this time, milliseconds. */
const claimMarginMs = 5_000

/** If the provider refuses this many single texts, the cause is not the texts. */
const mostRefusals = 3

/**
 * Translates texts from memory, and the others by the provider. Each text is sent once: the build that has claimed it sends it, other builds
 * wait for the translation. No transaction is open meanwhile. Stops calling a provider that fails or is too slow. Throws only errors other than
 * `TranslationError`: the database is unavailable, or the signal is aborted.
 */
export async function translateTexts(
  requested: readonly { format: TextFormat; text: string }[],
  { translator, memory, paid, budgetMs }: TranslationContext,
  { pair, build, signal }: { pair: LanguagePair; build: BuildId; signal: AbortSignal },
) {
  const all = new Map(requested.map(hashed).map((one) => [textKey(one), one]))
  const known = new Map<string, string>()
  const failed = new Map<string, TranslationError>()
  const deadline = performance.now() + budgetMs
  let refusals = 0
  let stopped: TranslationError | undefined

  const open = () => [...all.values()].filter((one) => !known.has(textKey(one)) && !failed.has(textKey(one)))

  /** Translates the texts of the batch that no other build has claimed. */
  const translate = async (batch: readonly HashedText[]): Promise<void> => {
    // Also ends the polling, which tries to claim the texts each time.
    if (performance.now() >= deadline) throw new TranslationError('unavailable', 'no time is left')
    const claim = randomUUID()
    const ours = await memory.claim(pair, batch, { claim, leaseMs: translator.timeoutMs + claimMarginMs, build })
    const mine = batch.filter((one) => ours.has(textKey(one)))
    const [first] = mine
    if (!first) return
    try {
      const { source, target } = pair
      const request = { texts: mine.map(({ text }) => text), format: first.format, source, target }
      const translations = await translator.translate(request, signal)
      await memory.save(pair, mine, translations)
      paid(mine)
      for (const [index, one] of mine.entries()) known.set(textKey(one), translations[index] ?? '')
    } catch (error) {
      await memory.release(claim, pair)
      if (!(error instanceof TranslationError) || error.fault !== 'refused') throw error
      if (mine.length > 1) {
        // Bisect to find the refused text.
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
        if (bytesInJson(one.text) > translator.limits.longestText) failed.set(textKey(one), tooLong)
      }
      // Longest last: if its request does not end in time, no further one is sent.
      const missing = open().toSorted((one, other) => one.characters - other.characters)
      if (missing.length === 0) break
      const before = known.size + failed.size
      for (const format of formats) {
        const batches = batchesOf(
          missing.filter((one) => one.format === format),
          translator.limits,
        )
        for (const batch of batches) await translate(batch)
      }
      if (known.size + failed.size === before) await sleep(pollMs, undefined, { signal })
    }
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error
    stopped = error
  }

  return {
    /** The translation of a text, or the error why there is none. */
    of(format: TextFormat, text: string): string | TranslationError {
      const key = textKey(hashed({ format, text }))
      return known.get(key) ?? failed.get(key) ?? stopped ?? tooLong
    },
  }
}

const formats = ['plain', 'html'] as const

const tooLong = new TranslationError('refused', 'the text is longer than the provider accepts')

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

/** Splits texts into batches within the limits of a request, in order. A text above them gets its own batch. */
export function batchesOf<T extends { text: string }>(texts: readonly T[], limits: Protocol['limits']): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const one of texts) {
    const size = bytesInJson(one.text)
    const last = batches.at(-1)
    if (last && last.length < limits.texts && bytes + size <= limits.bytes) {
      last.push(one)
      bytes += size
    } else {
      batches.push([one])
      bytes = size
    }
  }
  return batches
}

/** Includes the quotes and a comma. */
const bytesInJson = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1
