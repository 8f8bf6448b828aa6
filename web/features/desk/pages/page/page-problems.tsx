import type { PageProblem } from '#contract/authoring.ts'
import type { Problem } from '../../../../api/problem.ts'
import { TextButton } from '../../../../ui/text-button.tsx'

interface ProblemListProps {
  problems: readonly PageProblem[]
  onGo: (line: number) => void
}

/** The problems of a page, each with a button that leads to its line. */
export const ProblemList = ({ problems, onGo }: ProblemListProps) => (
  <ul>
    {problems.map(({ line, message }) => (
      <li key={`${line} ${message}`}>
        <TextButton onClick={() => onGo(line)}>Line {line}</TextButton>: {message}
      </li>
    ))}
  </ul>
)

interface PublicationProblemsProps extends ProblemListProps {
  /** Why the publication was refused; null when it was not refused. */
  problem: Problem | null
  onClose: () => void
}

/** Says why a page was not published, until the author closes the message or publishes again. */
export function PublicationProblems({ problem, problems, onGo, onClose }: PublicationProblemsProps) {
  if (!problem && problems.length === 0) return null
  return (
    <div className="note" data-kind="grave" role="alert">
      {problem ? (
        <p>{problem.message}</p>
      ) : (
        <div>
          <p>The page was not published, and the site is as before.</p>
          <ProblemList problems={problems} onGo={onGo} />
        </div>
      )}
      <TextButton onClick={onClose}>Close</TextButton>
    </div>
  )
}
