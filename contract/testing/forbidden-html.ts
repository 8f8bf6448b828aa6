import { fromHtml } from 'hast-util-from-html'
import { visit } from 'unist-util-visit'

/**
 * Lists forbidden parts of HTML: comments, elements and attributes that are not allowed, and links to anything but http
 * and https.
 * @param allowed the allowed attributes of each allowed element
 * @param fragment whether the HTML is a part of a document; a whole document has a doctype
 */
export function listForbiddenHtml(html: string, allowed: Record<string, readonly string[]>, fragment = true): string[] {
  const strange: string[] = []
  visit(fromHtml(html, { fragment }), (node) => {
    if (node.type === 'root' || node.type === 'text' || (node.type === 'doctype' && !fragment)) return
    if (node.type !== 'element') return void strange.push(node.type)
    const { tagName, properties } = node
    const names = allowed[tagName]
    const hasOnly = Object.keys(properties).every((name) => names?.includes(name))
    if (!names || !hasOnly || !/^https?:\/\//.test(String(properties.href ?? 'https://')))
      strange.push(`${tagName} ${JSON.stringify(properties)}`)
  })
  return strange
}
