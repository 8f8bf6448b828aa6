/** `/order`. */
export const Screen = () => <h1>Order food</h1>
