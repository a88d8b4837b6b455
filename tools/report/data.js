"use strict";
// Decodes the numbers of the page (packing.py encodes them).

/** Decodes a base64-encoded, deflated column with bytes grouped by significance into a Float32Array. */
report.unpacked = async packed => {
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const planes = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = planes.length / 4;
  const whole = new Uint8Array(planes.length);
  for (let plane = 0; plane < 4; ++plane)
    for (let i = 0; i < count; ++i) whole[4 * i + plane] = planes[plane * count + i];
  return new Float32Array(whole.buffer);
};

/** The page's data with columns, parameters and curves decoded. */
report.load = async () => {
  const data = JSON.parse(document.getElementById("report-data").textContent);
  const curves = (data.histories || []).flatMap(trace => trace.panels).flatMap(panel => panel.curves);
  const columns = [data, ...(data.charts || [])].flatMap(chart => chart.columns || []);
  await Promise.all([
    ...columns.map(async column => {
      column.values = await report.unpacked(column.data);
      for (const name of ["half", "low", "high"]) if (column[name]) column[name] = await report.unpacked(column[name]);
      delete column.data;
    }),
    ...(data.parameters || []).map(async column => { column.values = await report.unpacked(column.data); delete column.data; }),
    ...curves.map(async curve => { curve.x = await report.unpacked(curve.x); curve.y = await report.unpacked(curve.y); }),
  ]);
  const replays = (data.histories || []).map(trace => trace.replay).filter(Boolean);
  await Promise.all(replays.flatMap(replay => [
    ...replay.shapes.map(async shape => { shape.points = await report.unpacked(shape.points); }),
    ...replay.models.map(async model => { model.frames = await report.unpacked(model.frames); })]));
  if (data.rows) data.rows = await report.unpacked(data.rows);
  return data;
};
