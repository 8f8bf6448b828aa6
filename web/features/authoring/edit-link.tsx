import { toEditorPath } from '#contract/page-path.ts'
import { isAdmin, useSession } from '../../api/session.ts'
import { Link } from '../../kit/link.tsx'
import type { PageSummary } from '../../kit/page.ts'

/** The link with which an admin opens the current article in the editor. */
export function EditLink({ page: { file } }: { page: PageSummary }) {
  const canEdit = useSession(({ user }) => isAdmin(user))
  if (!canEdit || file === '') return null
  return (
    <Link className="tall-link article-edit" to={toEditorPath({ file, draftId: null })}>
      Edit this page
    </Link>
  )
}
