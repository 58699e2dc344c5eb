import type { Faults } from '../../api/faults.ts'
import type { Draft } from './draft.ts'

type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]
type NumberName = 'downloadCode' | 'devices' | 'sellerDownloadCode'

type SetField = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => void

/** The draft for the fields of a step. `text` and `number` are the properties of a field. */
export const fieldsOf = (draft: Draft, set: SetField, faults: Faults) => ({
  draft,
  set,
  faults,
  text: (name: TextName) => ({
    value: draft[name],
    error: faults.at(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  }),
  number: (name: NumberName) => ({
    value: draft[name],
    error: faults.at(`/${name}`),
    onChange: (value: string | number) => set(name, value),
    allowDecimal: false,
    allowNegative: false,
    hideControls: name !== 'devices',
  }),
})

export type Fields = ReturnType<typeof fieldsOf>
