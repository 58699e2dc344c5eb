import { prepared } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { TranslationRow, TranslationUsageRow } from '../generated/rows.ts'
import type { BuildId } from '../outcome/build.ts'

/** Languages and account of a translation: translations are scoped by account, like the texts. */
export type LanguagePair = Pick<TranslationRow, 'account' | 'source' | 'target'>

/** `hash`: SHA-256, hex. `characters`: Unicode characters, markup included. */
export interface HashedText extends Pick<TranslationRow, 'format' | 'hash' | 'characters'> {
  text: string
}

/** Identifies a text within a language pair. */
export const textKey = ({ format, hash }: Pick<HashedText, 'format' | 'hash'>): string => `${format} ${hash}`

type HashedRow = Pick<HashedText, 'format' | 'hash'>

export type PaidTexts = Pick<TranslationUsageRow, 'texts' | 'characters'>

/** The bindings of texts: a column each. */
const columnsOf = (texts: readonly HashedText[]) => ({
  formats: texts.map(({ format }) => format),
  hashes: texts.map(({ hash }) => hash),
})

/**
 * SQL of the translation memory: translations, claims, usage. Each statement locks texts in the order of their keys: two builds with common texts must
 * not deadlock, since the one that is aborted would pay again.
 */
export const translationQueries = (db: Knex | Knex.Transaction) => ({
  /** Existing translations by `textKey`. */
  async find(languages: LanguagePair, texts: readonly HashedText[]): Promise<Map<string, string>> {
    const rows = await prepared<HashedRow & { translation: string }>(
      db,
      'builder/find-translations',
      `select format, hash, translation
       from unnest(cast(:formats as text[]), cast(:hashes as text[])) as requested(format, hash)
       join translations using (format, hash)
       where account = :account and source = :source and target = :target and translation is not null`,
      { ...languages, ...columnsOf(texts) },
    )
    return new Map(rows.map((row) => [textKey(row), row.translation]))
  },

  /** Claims texts that are neither translated nor claimed; returns their keys. */
  async claim(
    languages: LanguagePair,
    texts: readonly HashedText[],
    { claim, leaseMs, build }: { claim: string; leaseMs: number; build: Pick<BuildId, 'release' | 'generation'> },
  ): Promise<Set<string>> {
    const { release, generation } = build
    const characters = texts.map((text) => text.characters)
    const rows = await prepared<HashedRow>(
      db,
      'builder/claim-translations',
      `insert into translations (account, source, target, format, hash, characters, claim, claimed_until, release, generation)
       select :account, :source, :target, format, hash, characters, cast(:claim as uuid),
         now() + cast(:leaseMs as integer) * interval '1 millisecond', :release, :generation
       from unnest(cast(:formats as text[]), cast(:hashes as text[]), cast(:characters as integer[]))
         as requested(format, hash, characters)
       order by format, hash
       on conflict (account, source, target, format, hash) do update set claim = excluded.claim,
         claimed_until = excluded.claimed_until, release = excluded.release, generation = excluded.generation
       where translations.translation is null and translations.claimed_until < now()
       returning format, hash`,
      { ...languages, ...columnsOf(texts), ...{ claim, leaseMs, release, generation, characters } },
    )
    return new Set(rows.map(textKey))
  },

  /** Stores translations, which are in the order of the texts, and counts them for the account. */
  async save(languages: LanguagePair, texts: readonly HashedText[], translations: readonly string[]): Promise<void> {
    const characters = texts.reduce((sum, one) => sum + one.characters, 0)
    await prepared(
      db,
      'builder/keep-translations',
      `with responses as (
         select * from unnest(cast(:formats as text[]), cast(:hashes as text[]), cast(:translations as text[]))
           as responses(format, hash, translation)
       ), open as (
         select t.format, t.hash, responses.translation from translations t join responses using (format, hash)
         where t.account = :account and t.source = :source and t.target = :target and t.translation is null
         order by t.format, t.hash for update of t
       ), stored as (
         update translations t set translation = open.translation, translated_at = now(), claim = null, claimed_until = null
         from open
         where t.account = :account and t.source = :source and t.target = :target and t.format = open.format and t.hash = open.hash
       )
       insert into translation_usage (account, month, texts, characters)
       values (:account, date_trunc('month', now() at time zone 'UTC')::date, :count, :characters)
       on conflict (account, month) do update set texts = translation_usage.texts + excluded.texts,
         characters = translation_usage.characters + excluded.characters`,
      { ...languages, ...columnsOf(texts), translations, count: texts.length, characters },
    )
  },

  /** Releases a claim, so that other builds may claim its untranslated texts immediately. */
  async release(claim: string, languages: LanguagePair): Promise<void> {
    await prepared(
      db,
      'builder/release-translations',
      `with open as (
         select format, hash from translations
         where account = :account and source = :source and target = :target and claim = :claim and translation is null
         order by format, hash for update
       )
       delete from translations t using open
       where t.account = :account and t.source = :source and t.target = :target and t.format = open.format and t.hash = open.hash`,
      { ...languages, claim },
    )
  },

  /** Texts and characters that a build had translated, in all its attempts. */
  async paidBy({ account, release, generation }: BuildId): Promise<PaidTexts> {
    const [row] = await prepared<PaidTexts>(
      db,
      'builder/translations-of-build',
      `select count(*)::integer as texts, coalesce(sum(characters), 0)::integer as characters from translations
       where account = :account and release = :release and generation = :generation and translation is not null`,
      { account, release, generation },
    )
    return row ?? { texts: 0, characters: 0 }
  },
})

/** Texts and characters that were translated for an account in its newest months, such as `2026-07`. */
export const translatedByMonth = (
  db: Knex,
  account: string,
  limit: number,
): Promise<(PaidTexts & { month: string })[]> =>
  prepared(
    db,
    'builder/translated-by-month',
    `select to_char(month, 'YYYY-MM') as month, texts, characters
       from translation_usage where account = :account order by translation_usage.month desc limit :limit`,
    { account, limit },
  )
