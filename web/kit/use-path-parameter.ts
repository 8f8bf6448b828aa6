import { useLocation } from 'react-router'
import { readPathParameters } from '#contract/page-path.ts'

/**
 * Returns a parameter of the page's address; null in the prerendered document, which serves all addresses.
 * @param page the page's path, such as `/orders/:id`
 */
export function usePathParameter(page: string, name: string): string | null {
  const { pathname } = useLocation()
  return pathname === page ? null : (readPathParameters(page, pathname)?.[name] ?? null)
}
