/** The programs, each with its image and what the image may add to its base, in MB (millions of bytes). */
export const limits = {
  gateway: 150,
  geodata: 200,
  releases: 200,
  builder: 350,
  webhooks: 200,
  importer: 200,
  migrate: 200,
  cli: 200,
  demo: 200,
} as const

export type Program = keyof typeof limits
export const programs = Object.keys(limits) as Program[]
