import { useId } from 'react'
import { type Comment, reportComment } from '#contract/comments.ts'
import { callAsReader } from '../call-comments.ts'
import { Question } from './question.tsx'

interface ReportQuestionProps {
  comment: Comment
  onReported: () => void
  onClose: () => void
}

/** Tells the author of the site that a comment does not belong there, and why. */
export function ReportQuestion({ comment, onReported, onClose }: ReportQuestionProps) {
  const id = useId()
  return (
    <Question
      question={`Report the comment of ${comment.author}?`}
      does="Report it"
      doing="Reporting …"
      keeps="Cancel"
      onNo={onClose}
      onYes={async ({ reason = '' }) => {
        await callAsReader(reportComment, { params: { id: comment.id }, body: { reason } })
        onReported()
      }}
    >
      <label htmlFor={id}>What is wrong with it? You may leave this empty.</label>
      <textarea id={id} name="reason" rows={2} maxLength={500} />
    </Question>
  )
}
