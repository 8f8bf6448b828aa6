import { isReservedDomain } from '../../http/reserved-domain.ts'

/**
 * Returns the paths of all fields that still have a URL or email address in an example domain, such as `links[0].url`.
 * @param value a part of site.config.ts
 * @param path the path of that part
 */
export function findExampleFields(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return isExampleAddress(value) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((part, at) => findExampleFields(part, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => findExampleFields(part, path ? `${path}.${key}` : key))
}

function isExampleAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return isReservedDomain(protocol === 'mailto:' ? pathname.slice(pathname.lastIndexOf('@') + 1) : hostname)
}
