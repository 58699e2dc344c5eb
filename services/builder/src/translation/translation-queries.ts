import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildId } from '../outcome/build.ts'
import type { TextFormat } from './translator.ts'

/** Languages and account of a translation: translations are scoped by account, like the texts. */
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

/** Identifies a text within a language pair. */
export const textKey = ({ format, hash }: Pick<HashedText, 'format' | 'hash'>): string => `${format} ${hash}`

interface Row {
  format: TextFormat
  hash: string
}

export type TranslationMemory = ReturnType<typeof translationQueries>

/** SQL of the translation memory: translations, claims, usage. */
export const translationQueries = (db: Knex | Knex.Transaction) => ({
  /** Existing translations by `textKey`. */
  async find({ account, source, target }: LanguagePair, texts: readonly HashedText[]): Promise<Map<string, string>> {
    const rows = await prepared<Row & { translation: string }>(
      db,
      'builder/find-translations',
      `SELECT t.format, t.hash, t.translation
       FROM unnest(?::text[], ?::text[]) AS wanted(format, hash)
       JOIN translations t ON t.account = ? AND t.source = ? AND t.target = ? AND t.format = wanted.format AND t.hash = wanted.hash
       WHERE t.translation IS NOT NULL`,
      [texts.map(({ format }) => format), texts.map(({ hash }) => hash), account, source, target],
    )
    return new Map(rows.map((row) => [textKey(row), row.translation]))
  },

  /** Claims texts that are neither translated nor claimed; returns their keys. Sorted, so that two builds with common texts cannot deadlock. */
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

  /** Stores translations, which are in the order of the texts, and counts them for the account. */
  async save(
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

  /** Releases a claim, so that other builds may claim its untranslated texts immediately. */
  async release(claim: string, { account }: LanguagePair): Promise<void> {
    await prepared(
      db,
      'builder/release-translations',
      'DELETE FROM translations WHERE account = ? AND claim = ? AND translation IS NULL',
      [account, claim],
    )
  },

  /** Texts and characters that a build had translated, in all its attempts. */
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
