import type { Composition } from './engine/composition.ts'

export interface StepContext {
  system: Composition
  /** The same system, with a RabbitMQ cluster of three nodes. */
  clustered(): Composition
  /** The same system, of other images. */
  tagged(tag: string): Composition
  /** The tag of the images. */
  tag: string
  /** The tag of the previous commit's images. */
  previous: string
  report: (line: string) => void
}

/** A part of the container tests. It throws when the system does not behave; it returns its counts. */
export interface Step {
  name: string
  title: string
  run(context: StepContext): Promise<string>
}
