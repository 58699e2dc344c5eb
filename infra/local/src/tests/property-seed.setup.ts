/**
 * Properties try the same values in every run, so that a failure belongs to the change that made it. `npm run soak` takes another seed
 * each time; `PROPERTY_SEED` gives the one of a failure again.
 */
import fc from 'fast-check'

const { PROPERTY_SEED, SOAK } = process.env
const seed = SOAK === undefined ? 20_261_121 : Date.now() % 2 ** 31
fc.configureGlobal({ seed: PROPERTY_SEED === undefined ? seed : Number(PROPERTY_SEED) })
