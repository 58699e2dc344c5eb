import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf } from '../call/operation-types.ts'

/** Text pages. Read, list and delete them with `items`. */
export const textsOf = ({ call }: Caller) => ({
  /** `POST /content/geodata/text`: creates a text page. */
  create: (body: BodyOf<'createText'>, options?: OptionsOf<'createText'>) => call('createText', { body }, options),

  /** `PUT /content/geodata/text`: changes the text page with the `account`, `library` and `customId` of the body. */
  update: (body: BodyOf<'updateText'>, options?: OptionsOf<'updateText'>) => call('updateText', { body }, options),
})
