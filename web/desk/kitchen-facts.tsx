import type { listDeskKitchens, listDeskOrders } from '#contract/desk-kitchens.ts'
import type { Reply } from '#contract/endpoint.ts'
import { Link } from '../kit/link.tsx'
import { openOrders } from './orders.tsx'
import { useAnswer } from './use-answer.ts'

/** What the overview says of kitchens and their orders. */
export function KitchenFacts() {
  const kitchens = useAnswer<Reply<typeof listDeskKitchens>>('/kitchens')
  const orders = useAnswer<Reply<typeof listDeskOrders>>('/orders?filter=open')
  const waiting = kitchens.data?.kitchens.filter(({ status }) => status === 'pending').length
  const open = orders.data && openOrders(orders.data.counts)
  const problem = kitchens.problem || orders.problem
  return (
    <div className="desk-card">
      {problem && <p className="desk-soft">{problem}</p>}
      {waiting === 0 && <p className="desk-soft">No kitchen waits for you.</p>}
      {waiting !== undefined && waiting > 0 && (
        <p>
          <Link to="/desk/kitchens">{waiting === 1 ? '1 kitchen waits' : `${waiting} kitchens wait`}</Link> to be
          opened.
        </p>
      )}
      {open === 0 && <p className="desk-soft">No order is open.</p>}
      {open !== undefined && open > 0 && (
        <p>
          <Link to="/desk/orders?filter=open">{open === 1 ? '1 order is' : `${open} orders are`} open</Link>.
        </p>
      )}
      <Link className="desk-on" to="/desk/kitchens">
        All kitchens
      </Link>
      <Link className="desk-on" to="/desk/orders">
        All orders
      </Link>
    </div>
  )
}
