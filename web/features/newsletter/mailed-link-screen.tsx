import type { PageSummary } from '../../kit/page.ts'
import { NewsletterPageFrame } from './newsletter-page.tsx'

/**
 * The screens that the links in newsletter mails open. Only the button confirms or unsubscribes, because mail programs
 * open links by themselves. The form has no `action`, so the browser posts it to the URL of the page, which contains
 * the secret of the link.
 */
export function Screen({ page }: { page: PageSummary }) {
  const isConfirmation = page.path.endsWith('/confirm')
  return (
    <NewsletterPageFrame title={page.title}>
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
    </NewsletterPageFrame>
  )
}
