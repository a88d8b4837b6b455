"use strict";
// 3D replay of a docking in six degrees of freedom: target and mechanism at rest, the chaser as each model moves it,
// and the force on it.

const modelColor = { docking: 0x3d9bd6, hil: 0xe0902a, rig: 0x888888 };

/** A mesh of the grid of points, with its lines; a line alone if it is one. */
const meshOf = (shape, color, opacity) => {
  const { rows, columns, points } = shape;
  const made = new THREE.Group();
  const row = r => Array.from({ length: columns }, (_, c) => new THREE.Vector3().fromArray(points, 3 * (r * columns + c)));
  const line = vertices => made.add(new THREE.Line(new THREE.BufferGeometry().setFromPoints(vertices), new THREE.LineBasicMaterial({ color })));
  if (rows > 1 && columns > 1) {
    const geometry = new THREE.BufferGeometry();
    const faces = [];
    for (let r = 0; r + 1 < rows; ++r)
      for (let c = 0; c + 1 < columns; ++c) {
        const at = r * columns + c;
        faces.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
      }
    geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
    geometry.setIndex(faces);
    geometry.computeVertexNormals();
    made.add(new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color, opacity, transparent: opacity < 1, depthWrite: opacity >= 1, side: THREE.DoubleSide })));
    line(row(0));
  }
  if (columns > 1) line(row(rows - 1));
  return made;
};

/** Turns the camera about the mechanism: dragged by the mouse or a finger, by the arrow keys, nearer and farther by the wheel. */
const orbit = (canvas, camera, size, draw) => {
  const view = { azimuth: -0.9, height: 0.35, distance: 2.6 * size };
  const place = () => {
    camera.position.set(Math.cos(view.height) * Math.sin(view.azimuth), Math.sin(view.height), Math.cos(view.height) * Math.cos(view.azimuth))
      .multiplyScalar(view.distance).add(camera.center);
    camera.lookAt(camera.center);
    draw();
  };
  const turn = (x, y) => {
    view.azimuth -= x;
    view.height = Math.max(-1.5, Math.min(1.5, view.height + y));
    place();
  };
  let last = null;
  canvas.addEventListener("pointerdown", event => { last = event; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", event => {
    if (!last) return;
    turn(0.01 * (event.clientX - last.clientX), 0.01 * (event.clientY - last.clientY));
    last = event;
  });
  canvas.addEventListener("pointerup", () => { last = null; });
  const nearer = factor => { view.distance = Math.max(0.5 * size, Math.min(20 * size, view.distance * factor)); place(); };
  canvas.addEventListener("wheel", event => { event.preventDefault(); nearer(event.deltaY > 0 ? 1.1 : 1 / 1.1); }, { passive: false });
  const keys = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
  canvas.addEventListener("keydown", event => {
    if (event.key in keys) turn(...keys[event.key]);
    else if (event.key === "+" || event.key === "-") nearer(event.key === "+" ? 1 / 1.1 : 1.1);
    else return;
    event.preventDefault();
  });
  return place;
};

/** Bodies of one model in the scene; `show(frame)` moves them and returns the size of the force. */
const actor = (scene, model, shapes, size, largest) => {
  const body = new THREE.Group();
  body.matrixAutoUpdate = false;
  for (const shape of shapes) body.add(meshOf(shape, modelColor[model.model] || 0x888888, 0.85));
  const arrow = new THREE.ArrowHelper(new THREE.Vector3(1, 0, 0), new THREE.Vector3(), 1, 0xd02030);
  scene.add(body, arrow);
  return frame => {
    const f = model.frames.subarray(18 * frame, 18 * frame + 18);
    body.matrix.set(f[3], f[4], f[5], f[0], f[6], f[7], f[8], f[1], f[9], f[10], f[11], f[2], 0, 0, 0, 1);
    const force = new THREE.Vector3(f[12], f[13], f[14]);
    const strength = force.length();
    arrow.visible = strength > 0;
    if (arrow.visible) {
      const length = size * (0.1 + 0.5 * strength / largest);
      arrow.position.set(f[15], f[16], f[17]);
      arrow.setDirection(force.normalize());
      arrow.setLength(length, 0.25 * length, 0.12 * length);
    }
    return strength;
  };
};

/** Largest distance of a shape's points from its origin. */
const extentOf = shapes => Math.max(...shapes.map(shape => {
  let most = 0;
  for (let i = 0; i < shape.points.length; i += 3) most = Math.max(most, Math.hypot(shape.points[i], shape.points[i + 1], shape.points[i + 2]));
  return most;
}));

let renderer = null;  // of the replay that is shown: browsers have few 3D contexts

report.replay = (host, replay) => {
  if (renderer) { renderer.dispose(); renderer.forceContextLoss(); renderer = null; }
  const of = side => replay.shapes.filter(shape => shape.side === side);
  const size = extentOf(of("target").length ? of("target") : replay.shapes);
  const canvas = host.appendChild(Object.assign(document.createElement("canvas"), { tabIndex: 0, className: "replay" }));
  canvas.setAttribute("aria-label", "3D replay; drag or use the arrow keys to turn it, wheel or + and - to come nearer");
  try {
    renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
  } catch (error) {
    canvas.remove();
    report.note(host, "This browser shows no 3D graphics (WebGL), which the replay needs.");
    return;
  }
  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight(0xffffff, 0x555555, 0.9));
  const sun = new THREE.DirectionalLight(0xffffff, 0.5);
  sun.position.set(-1, 2, 1.5);
  scene.add(sun);
  const world = new THREE.Group();  // x of the target to the right, z of it up
  world.rotation.x = -Math.PI / 2;
  scene.add(world);
  for (const shape of of("target")) world.add(meshOf(shape, 0x8fa3b8, 0.45));
  const camera = new THREE.PerspectiveCamera(40, 2, 0.01 * size, 100 * size);
  camera.center = new THREE.Vector3(-0.4 * size, 0, 0);

  let largest = 0, busiest = 0;
  for (const { frames } of replay.models)
    for (let i = 0; i < frames.length; i += 18) {
      const force = Math.hypot(frames[i + 12], frames[i + 13], frames[i + 14]);
      if (force > largest) [largest, busiest] = [force, i / 18];
    }
  const actors = replay.models.map(model => actor(world, model, of("chaser"), size, largest || 1));
  const draw = () => renderer.render(scene, camera);
  const place = orbit(canvas, camera, size, draw);

  const bar = host.appendChild(Object.assign(document.createElement("form"), { className: "instants" }));
  const play = bar.appendChild(Object.assign(document.createElement("button"), { type: "button", textContent: "Play", id: "play" }));
  const slider = bar.appendChild(Object.assign(document.createElement("input"), { type: "range", min: 0, max: replay.times.length - 1, value: 0, id: "instant" }));
  slider.setAttribute("aria-label", "time");
  const said = bar.appendChild(document.createElement("output"));
  const show = frame => {
    slider.value = frame;
    const forces = actors.map(move => move(frame));
    const words = replay.models.map((model, m) => `${model.name} ${report.quantity(forces[m], "N")}`);
    said.textContent = `${report.quantity(replay.times[frame], "s")}; force on the chaser: ${words.join(", ")}`;
    draw();
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  let running = 0, hasPlayed = false;
  const step = () => {
    const next = Number(slider.value) + 1;
    if (next >= replay.times.length) return stop();
    show(next);
  };
  const stop = () => { clearInterval(running); running = 0; play.textContent = "Play"; };
  play.addEventListener("click", () => {
    if (running) return stop();
    if (!hasPlayed || Number(slider.value) + 1 >= replay.times.length) slider.value = 0;
    hasPlayed = true;
    play.textContent = "Pause";
    running = setInterval(step, 25);  // ten seconds in all
  });
  report.legend(host, "", replay.models.map(model => ({ name: model.name, look: { color: `#${(modelColor[model.model] || 0x888888).toString(16).padStart(6, "0")}`, dash: "" } })));
  const width = report.widthOf(host), height = Math.round(Math.min(460, 0.6 * width));
  renderer.setPixelRatio(window.devicePixelRatio || 1);
  renderer.setSize(width, height);
  camera.aspect = width / height;
  camera.updateProjectionMatrix();
  place();
  show(busiest);  // until it is played
};
