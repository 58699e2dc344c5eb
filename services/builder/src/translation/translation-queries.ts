import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildId } from '../outcome/build.ts'
import type { TextFormat } from './translator.ts'

/** Between which languages, and for whom: a translation is an account's own, as the text is. */
export interface LanguagePair {
  account: string
  source: string
  target: string
}

export interface HashedText {
  format: TextFormat
  text: string
  /** SHA-256, hex. */
  hash: string
  /** Unicode characters, markup included. */
  characters: number
}

/** Names a text among those of a pair of languages. */
export const textKey = ({ format, hash }: Pick<HashedText, 'format' | 'hash'>): string => `${format} ${hash}`

interface Row {
  format: TextFormat
  hash: string
}

export type TranslationMemory = ReturnType<typeof translationQueries>

/** The SQL of translations: what is known, who is asking for what, what it came to. */
export const translationQueries = (db: Knex | Knex.Transaction) => ({
  /** What is known of these texts, by their key. */
  async find({ account, source, target }: LanguagePair, texts: readonly HashedText[]): Promise<Map<string, string>> {
    const rows = await prepared<Row & { translation: string }>(
      db,
      'builder/find-translations',
      `SELECT t.format, t.hash, t.translation
       FROM unnest(?::text[], ?::text[]) AS asked(format, hash)
       JOIN translations t ON t.account = ? AND t.source = ? AND t.target = ? AND t.format = asked.format AND t.hash = asked.hash
       WHERE t.translation IS NOT NULL`,
      [texts.map(({ format }) => format), texts.map(({ hash }) => hash), account, source, target],
    )
    return new Map(rows.map((row) => [textKey(row), row.translation]))
  },

  /**
   * Of texts that are not known, takes those that no one else is asking for; answers their keys. In one order for
   * everyone, so that two builds with texts in common never wait for one another in a circle.
   */
  async claim(
    { account, source, target }: LanguagePair,
    texts: readonly HashedText[],
    { claim, leaseMs, build }: { claim: string; leaseMs: number; build: Pick<BuildId, 'release' | 'generation'> },
  ): Promise<Set<string>> {
    const rows = await prepared<Row>(
      db,
      'builder/claim-translations',
      `INSERT INTO translations (account, source, target, format, hash, characters, claim, claimed_until, release, generation)
       SELECT ?, ?, ?, format, hash, characters, ?::uuid, now() + ?::integer * interval '1 millisecond', ?, ?
       FROM unnest(?::text[], ?::text[], ?::integer[]) AS wanted(format, hash, characters)
       ORDER BY format, hash
       ON CONFLICT (account, source, target, format, hash) DO UPDATE SET claim = excluded.claim,
         claimed_until = excluded.claimed_until, release = excluded.release, generation = excluded.generation
       WHERE translations.translation IS NULL AND translations.claimed_until < now()
       RETURNING format, hash`,
      [
        ...[account, source, target, claim, leaseMs, build.release, build.generation],
        ...[
          texts.map(({ format }) => format),
          texts.map(({ hash }) => hash),
          texts.map(({ characters }) => characters),
        ],
      ],
    )
    return new Set(rows.map(textKey))
  },

  /** Keeps what the provider answered, and counts it. `translations` are in the order of the texts. */
  async keep(
    { account, source, target }: LanguagePair,
    texts: readonly HashedText[],
    translations: readonly string[],
  ): Promise<void> {
    const characters = texts.reduce((sum, one) => sum + one.characters, 0)
    await prepared(
      db,
      'builder/keep-translations',
      `WITH answered AS (
         SELECT * FROM unnest(?::text[], ?::text[], ?::text[]) AS answered(format, hash, translation)
       ), kept AS (
         UPDATE translations t SET translation = answered.translation, translated_at = now(), claim = NULL, claimed_until = NULL
         FROM answered
         WHERE t.account = ? AND t.source = ? AND t.target = ? AND t.format = answered.format AND t.hash = answered.hash
           AND t.translation IS NULL
       )
       INSERT INTO translation_usage (account, month, texts, characters)
       VALUES (?, date_trunc('month', now() AT TIME ZONE 'UTC')::date, ?, ?)
       ON CONFLICT (account, month) DO UPDATE SET texts = translation_usage.texts + excluded.texts,
         characters = translation_usage.characters + excluded.characters`,
      [
        ...[texts.map(({ format }) => format), texts.map(({ hash }) => hash), translations],
        ...[account, source, target, account, texts.length, characters],
      ],
    )
  },

  /** What was claimed and did not come: others may ask for it at once. */
  async letGo(claim: string, { account }: LanguagePair): Promise<void> {
    await prepared(
      db,
      'builder/let-translations-go',
      'DELETE FROM translations WHERE account = ? AND claim = ? AND translation IS NULL',
      [account, claim],
    )
  },

  /** What a build had translated, over all its attempts. */
  async paidBy({ account, release, generation }: BuildId): Promise<{ texts: number; characters: number }> {
    const [row] = await prepared<{ texts: number; characters: number }>(
      db,
      'builder/translations-of-build',
      `SELECT count(*)::integer AS texts, coalesce(sum(characters), 0)::integer AS characters FROM translations
       WHERE account = ? AND release = ? AND generation = ? AND translation IS NOT NULL`,
      [account, release, generation],
    )
    return row ?? { texts: 0, characters: 0 }
  },
})
