import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

/** A curve of one figure over the seconds. */
export function plotOf(
  host: HTMLElement,
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  data: [number[], number[]],
): uPlot {
  const style = getComputedStyle(host);
  const ink = style.getPropertyValue("--faint");
  const axis = { stroke: ink, grid: { stroke: style.getPropertyValue("--line"), width: 1 }, font: "10px sans-serif" };
  return new uPlot(
    {
      width,
      height,
      title: name,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      series: [{}, { stroke: style.getPropertyValue("--accent"), width: 1.5 }],
      axes: [
        { ...axis, size: 24 },
        { ...axis, size: 48 },
      ],
    },
    data,
    host,
  );
}
