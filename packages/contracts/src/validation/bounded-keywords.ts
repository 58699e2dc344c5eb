/**
 * `items` and `additionalProperties: false` as Ajv has them, but they stop looking once there are plenty of faults.
 * Ajv reports either the first fault or every single one; sixty megabytes of wrong items would become gigabytes of faults.
 */
import { _, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js'
import { not, or } from 'ajv/dist/compile/codegen/index.js'
import { Type } from 'ajv/dist/compile/util.js'
import { usePattern } from 'ajv/dist/vocabularies/code.js'

export const enoughFaults = 100

/** The variable in which Ajv's code counts faults. */
const faultCount = new Name('errors')

function stopWhenEnough({ gen }: KeywordCxt): void {
  gen.if(_`${faultCount} >= ${enoughFaults}`, () => gen.break())
}

export const items: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  code(context) {
    const { gen, data, it } = context
    it.items = true
    const all = gen.let('valid', true)
    const length = gen.const('length', _`${data}.length`)
    gen.forRange('index', 0, length, (index) => {
      const one = gen.name('valid')
      context.subschema({ keyword: 'items', dataProp: index, dataPropType: Type.Num }, one)
      gen.if(not(one), () => {
        gen.assign(all, false)
        stopWhenEnough(context)
      })
    })
    context.ok(all)
  },
}

export const additionalProperties: CodeKeywordDefinition = {
  keyword: 'additionalProperties',
  type: 'object',
  schemaType: ['boolean', 'object'],
  trackErrors: true,
  error: {
    message: 'is not a field of this object',
    params: ({ params }) => _`{additionalProperty: ${params.key}}`,
  },
  code(context) {
    const { gen, data, schema, parentSchema, it } = context
    it.props = true
    if (schema === true) return
    const fields = Object.keys(parentSchema.properties ?? {})
    const patterns = Object.keys(parentSchema.patternProperties ?? {})
    const isKnown = (key: Name) =>
      or(
        _`false`,
        ...fields.map((field) => _`${key} === ${field}`),
        ...patterns.map((pattern) => _`${usePattern(context, pattern)}.test(${key})`),
      )
    const refuse = (key: Name) => {
      context.setParams({ key })
      context.error()
      stopWhenEnough(context)
    }
    const checkValue = (key: Name) =>
      context.subschema({ keyword: 'additionalProperties', dataProp: key, dataPropType: Type.Str }, gen.name('valid'))
    gen.forIn('key', data, (key) => gen.if(not(isKnown(key)), () => (schema === false ? refuse : checkValue)(key)))
    context.ok(_`${context.errsCount} === ${faultCount}`)
  },
}
