import { useSession } from '../../api/session.ts'
import { FailedPage } from '../layout/message-page.tsx'

/** Where only some may work, and it is not known who is here. */
export const UnknownReader = () => (
  <FailedPage
    title="We could not find out who you are"
    text="The site gave no answer. Check your connection, then try again."
    onRetry={useSession((state) => state.fetchUser)}
  />
)
