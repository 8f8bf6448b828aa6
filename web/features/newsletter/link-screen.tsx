import type { PageSummary } from '../../kit/page.ts'
import { NewsletterPage } from './newsletter-page.tsx'

/**
 * The pages that the links of mails open. Only the button does something, because mail programs open links too. The form
 * has no address of its own, so the browser sends it to the address of the page, with the secret of the link.
 */
export function Screen({ page }: { page: PageSummary }) {
  const isConfirmation = page.path.endsWith('/confirm')
  return (
    <NewsletterPage title={page.title}>
      <p>
        {isConfirmation
          ? 'One press confirms that the address of this mail is yours, and that you want new pages by mail.'
          : 'One press, and you get no more mails about new pages.'}
      </p>
      <form className="form" method="post">
        <button className="button form-submit" type="submit" name="by" value="page">
          {isConfirmation ? 'Confirm my address' : 'Stop these mails'}
        </button>
      </form>
    </NewsletterPage>
  )
}
