import type { Node as EstreeNode, Expression, ObjectExpression, Program } from 'estree'
import { findNearestNames } from '#contract/nearest-names.ts'
import { optionalComponentAttributes, requiredComponentAttributes } from '../../contract/article-components.ts'
import type { JsxAttribute } from './article-file.ts'

/** For each component with a list, an example of the list and the keys of an item; no keys for an item that is text. */
const lists: Record<string, { example: string; keys: readonly string[] }> = {
  Figures: { example: "[{ value: '23', label: 'first places' }]", keys: ['label', 'value'] },
  SkillGrid: { example: "['Soldering', 'Patience']", keys: [] },
  SpecGrid: { example: "[{ component: 'Case', spec: 'Oak' }]", keys: ['component', 'spec'] },
}

/** Lists the errors in the names of a component's attributes: required names that are missing, and unknown names. */
export function findAttributeNameErrors(component: string, attributes: readonly JsxAttribute[]): string[] {
  const required = requiredComponentAttributes[component] ?? []
  const allowedNames = [...required, ...(optionalComponentAttributes[component] ?? [])]
  const hasAll = attributes.some(({ type }) => type === 'mdxJsxExpressionAttribute')
  const names = attributes.flatMap(({ name }) => name ?? [])
  const missingNames = hasAll ? [] : required.filter((name) => !names.includes(name))
  const unknownNames = names.filter((name) => !allowedNames.includes(name))
  return [
    ...(missingNames.length > 0 ? [`<${component}> needs ${missingNames.join(' and ')}.`] : []),
    ...unknownNames.map((name) => {
      const nearest = findNearestNames(name, allowedNames).join(', ')
      return `<${component}> has no attribute ${name}. ${nearest ? `The nearest ones are ${nearest}.` : 'Delete it.'}`
    }),
  ]
}

/** Returns an error when `items` is not a list of items with the keys of the component. */
export function findItemsErrors(component: string, attributes: readonly JsxAttribute[]): string[] {
  const list = lists[component]
  const attribute = attributes.find(({ name }) => name === 'items')
  if (!list || !attribute || isListOf(attribute.value, list.keys)) return []
  return [`The items of <${component}> are a list. Write them as items={${list.example}}.`]
}

/** Returns whether a value is a list of items with these keys. Accepts code that is no literal, such as a variable. */
function isListOf(value: unknown, keys: readonly string[]): boolean {
  const { data } = (value ?? {}) as { data?: { estree?: Program } }
  const [statement] = data?.estree?.body ?? []
  if (statement?.type !== 'ExpressionStatement') return false
  const { expression } = statement
  if (expression.type !== 'ArrayExpression') return !isLiteral(expression)
  return expression.elements.every((item) => {
    if (!item || !isLiteral(item)) return item !== null
    return item.type === 'ObjectExpression' ? hasKeys(item, keys) : keys.length === 0 && item.type !== 'ArrayExpression'
  })
}

const isLiteral = ({ type }: Expression | EstreeNode): boolean =>
  ['Literal', 'TemplateLiteral', 'ObjectExpression', 'ArrayExpression'].includes(type)

/** Returns whether an object has exactly these keys, which are in alphabetical order. */
function hasKeys({ properties }: ObjectExpression, keys: readonly string[]): boolean {
  const names = properties.map((property) =>
    property.type !== 'Property' || property.computed
      ? undefined
      : property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal' && String(property.key.value),
  )
  return names.includes(undefined) || (keys.length > 0 && names.sort().join() === keys.join())
}
