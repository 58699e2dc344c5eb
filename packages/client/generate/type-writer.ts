/** Writes schemas of the contracts as TypeScript. Throws for a schema of a form that the contracts do not use. */
import type { Operation } from '@guidebook/contracts'

type Json = Record<string, unknown>
/** A schema, as operations declare them. */
type Schema = NonNullable<Operation['body']>

export interface TypeWriter {
  /** The type of the schema for use in another type: its name if it has one. */
  use(schema: Schema): string
  /** The same; gives the schema this name if it has none. */
  useAs(name: string, schema: Schema): string
  /** Declarations of all types used by name. */
  declarations(): string[]
}

/** `names`: names of schemas without a title, by their JSON. */
export function createTypeWriter(names: ReadonlyMap<string, string>): TypeWriter {
  const nameBySource = new Map(names)
  const declared = new Map<string, string>()
  const sources = new Map<string, string>()

  function use(schema: Schema): string {
    const source = JSON.stringify(schema)
    const name = (schema as { title?: string }).title ?? nameBySource.get(source)
    if (name === undefined) return typeOf(schema as Json)
    if (!sources.has(name)) {
      sources.set(name, source)
      declared.set(name, declaration(name, schema as Json))
    } else if (sources.get(name) !== source) throw new Error(`two schemas have the name ${name}`)
    return name
  }

  function declaration(name: string, schema: Json): string {
    const isInterface = schema.properties && !schema.patternProperties && !schema.exactlyOneOf && !schema.atMostOneOf
    const type = typeOf(schema)
    return `${comment(schema)}export ${isInterface ? `interface ${name} ${type}` : `type ${name} = ${type}`}`
  }

  function typeOf(schema: Json): string {
    if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ')
    if ('const' in schema) return literal(schema.const)
    if (Array.isArray(schema.anyOf)) return union(schema.anyOf.map((one) => use(one as Schema)))
    if (schema.type === undefined && Object.keys(schema).every((key) => key === 'description')) return 'unknown'
    return union([schema.type].flat().map((type) => ofKind(type, schema)))
  }

  function ofKind(type: unknown, schema: Json): string {
    if (type === 'string') return textOf(schema)
    if (type === 'boolean' || type === 'null') return type
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'array') return `Array<${use(schema.items as Schema)}>`
    if (type === 'object') return schema.patternProperties ? record(schema) : object(schema)
    throw new Error(`no TypeScript for ${JSON.stringify(schema)}`)
  }

  function record({ patternProperties, properties = {} }: Json): string {
    const values = [patternProperties, properties].flatMap((some) => Object.values(some as Json))
    return `Record<string, ${union(values.map((value) => typeOf(value as Json)))}>`
  }

  function object(schema: Json): string {
    const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] }
    const exactly = schema.exactlyOneOf as (string | string[])[] | undefined
    const alternatives = exactly ?? (schema.atMostOneOf as string[] | undefined)
    if (alternatives === undefined) return fields(properties, required)
    const chosen = alternatives.map((one) => [one].flat())
    if (exactly === undefined) chosen.push([])
    const all = new Set(chosen.flat())
    const common = Object.fromEntries(Object.entries(properties).filter(([name]) => !all.has(name)))
    const own = Object.fromEntries(Object.entries(properties).filter(([name]) => all.has(name)))
    const choice = chosen.map((sent) => fields(own, sent, new Set([...all].filter((name) => !sent.includes(name)))))
    const parts = [...(Object.keys(common).length > 0 ? [fields(common, required)] : []), `(${choice.join(' | ')})`]
    return parts.join(' & ')
  }

  function fields(properties: Json, required: readonly string[], never: ReadonlySet<string> = new Set()): string {
    const lines = Object.entries(properties).map(([name, schema]) => {
      if (never.has(name)) return `${name}?: never`
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema as Json)}${name}${mark}: ${use(schema as Schema)}`
    })
    return lines.length === 0 ? 'Record<never, never>' : `{\n${indented(lines.join('\n'))}\n}`
  }

  return {
    use,
    useAs(name, schema) {
      const source = JSON.stringify(schema)
      if ((schema as { title?: string }).title === undefined && !nameBySource.has(source))
        nameBySource.set(source, name)
      return use(schema)
    },
    declarations: () => [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
  }
}

/** A pattern of letters alone has one value. */
function textOf({ pattern }: Json): string {
  const [, value] = /^\^([a-z]+)\$$/.exec(String(pattern)) ?? []
  return value === undefined ? 'string' : literal(value)
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))
const union = (types: readonly string[]) => [...new Set(types)].join(' | ')
const indented = (text: string) => text.replaceAll(/^/gm, '  ')
const comment = ({ description }: Json) =>
  typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : ''
