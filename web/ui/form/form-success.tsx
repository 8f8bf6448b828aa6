import '../ui.css'

/** Shows that a form was sent successfully. The element is always present, so that screen readers announce changes. */
export const FormSuccess = ({ message }: { message: string | undefined }) => (
  <div role="status">
    {message && (
      <p className="note form-success" data-kind="good" tabIndex={-1}>
        {message}
      </p>
    )}
  </div>
)
