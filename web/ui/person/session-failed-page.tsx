import { useSession } from '../../api/session.ts'
import { LoadFailedPage } from '../layout/message-page.tsx'

/** Shown in place of a page that only certain users may see, when the current user could not be loaded. */
export const SessionFailedPage = () => (
  <LoadFailedPage
    title="We could not find out who you are"
    text="The site gave no answer. Check your connection, then try again."
    onRetry={useSession((state) => state.fetchUser)}
  />
)
