import { featureNames, type SiteFeatures } from '../contract/site-config.ts'

/** A node of an article's syntax tree. */
interface Node {
  type: string
  name?: string | null
  attributes?: { name?: string }[]
  children?: Node[]
}

/**
 * Keeps the content of `<If ordering>` when the feature is on, and removes the content when the feature is off. Also
 * removes each paragraph, list and list item that becomes empty, and each table row whose first cell becomes empty.
 * @throws when an `If` does not name a feature
 */
export function remarkIf(features: SiteFeatures) {
  return (tree: Node, file: { fail: (reason: string, place: Node) => never }) => {
    function isOn(node: Node): boolean {
      const [{ name = '' } = {}, ...others] = node.attributes ?? []
      const feature = featureNames.find((each) => each === name)
      if (others.length === 0 && feature) return Boolean(features[feature])
      return file.fail(`<If> names one feature: ${featureNames.join(', ')}`, node)
    }

    const listKept = (nodes: Node[] = []): Node[] =>
      nodes.flatMap((node) => {
        if (node.name === 'If') return isOn(node) ? listKept(node.children) : []
        const [first] = node.children ?? []
        if (!first) return [node]
        const isEmpty = () => (node.type === 'tableRow' ? first.children : node.children)?.length === 0
        const wasEmpty = isEmpty()
        node.children = listKept(node.children)
        return node.type === 'tableCell' || wasEmpty || !isEmpty() ? [node] : []
      })

    tree.children = listKept(tree.children)
  }
}
