import { useLocation } from 'react-router'
import { readPathParameters } from '#contract/page-path.ts'

/**
 * Returns a parameter in the path of the URL; null in the prerendered document, which is the same for all values of the
 * parameter.
 * @param page the pattern of the path, such as `/orders/:id`
 */
export function usePathParameter(page: string, name: string): string | null {
  const { pathname } = useLocation()
  return pathname === page ? null : (readPathParameters(page, pathname)?.[name] ?? null)
}
