/**
 * Runs in the page: the distance between unread dot and checkbox in each row (px), negative if they overlap or
 * leave their row.
 */
export function getDotDistances(): number[] {
  return [...document.querySelectorAll("main [data-row]")].map((row) => {
    const dot = row.querySelector(".mention-dot")!.getBoundingClientRect();
    const box = row.querySelector("input")!.getBoundingClientRect();
    const around = row.getBoundingClientRect();
    const isInside = dot.width > 0 && dot.left >= around.left && box.right <= around.right;
    const apart = Math.max(
      box.left - dot.right,
      dot.left - box.right,
      box.top - dot.bottom,
      dot.top - box.bottom,
    );
    return isInside ? apart : -1;
  });
}
