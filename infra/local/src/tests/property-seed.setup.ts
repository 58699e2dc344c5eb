/**
 * Properties use the same seed in every run, so that a failure belongs to the change that caused it. `npm run soak` uses a new seed each
 * time; `PROPERTY_SEED` repeats the seed of a failure.
 */
import fc from 'fast-check'

const { PROPERTY_SEED, SOAK } = process.env
const seed = SOAK === undefined ? 20_261_121 : Date.now() % 2 ** 31
fc.configureGlobal({ seed: PROPERTY_SEED === undefined ? seed : Number(PROPERTY_SEED) })
