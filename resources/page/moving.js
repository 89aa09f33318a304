
// --- the page ---------------------------------------------------------------------------------

{
    const data = JSON.parse(document.getElementById("data").textContent);
    const find = (id) => document.getElementById(id);
    const keys = Object.keys(DEFAULTS);
    const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5195", "#8c6d31"];
    const TYRE = 0.09, HUB = 0.12, SPOKES = 12;  // parts of the diameter and the radius of a wheel
    const BEAD_HOLE = 0.4;  // the part of its radius that is free
    const values = { ...DEFAULTS };
    const from = Float64Array.from(START_STATE);
    let motionOfPage = { rows: [], trouble: "" };
    let constants = prepare(values);
    let now = START_TIME;
    let playing = false;
    let view = { planar: "", angle: -0.7, lift: 0.45, center: [0, 0, 0], span: 1, zoom: 1 };

    // --- the motion ---------------------------------------------------------------------------

    function compute() {
        constants = prepare(values);
        motionOfPage = simulate(constants, END_TIME, data.points, RELATIVE, ABSOLUTE, from, true);
        find("trouble").textContent = motionOfPage.trouble;
        measure();
    }

    const energy = new Float64Array(3);
    function measure() {
        for (const row of motionOfPage.rows) {
            energies(constants, row[0], row.slice(1, 1 + N), row.slice(1 + N, 1 + from.length), energy);
            row.push(energy[0], energy[1], energy[0] + energy[1]);
            if (data.outputs.length) { row.push(...sensed(row)); }
        }
    }

    // What sensors show, the outputs of the model.
    function sensed(row) {
        const q = row.slice(1, 1 + N), v = row.slice(1 + N, 1 + from.length);
        const u = new Float64Array(N), shown = new Float64Array(SHOWN);
        inputs(constants, row[0], q, v, u);
        return outputs(constants, row[0], q, v, u, shown) === 0 ? shown : shown.fill(NaN);
    }

    // The state between two rows, by a cubic curve through both with their velocities.
    function stateAt(t) {
        const rows = motionOfPage.rows;
        let low = 0, high = rows.length - 1;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (rows[middle][0] <= t) { low = middle; } else { high = middle; }
        }
        const a = rows[low], b = rows[Math.max(high, low)];
        const h = b[0] - a[0], s = h > 0 ? Math.min(Math.max((t - a[0]) / h, 0), 1) : 0;
        const q = new Float64Array(N), v = new Float64Array(from.length - N);
        for (let i = 0; i < N; i++) {
            const p = a[1 + i], r = b[1 + i], dp = a[1 + N + i] * h, dr = b[1 + N + i] * h;
            q[i] = p + s * (dp + s * (3 * (r - p) - 2 * dp - dr + s * (2 * (p - r) + dp + dr)));
        }
        for (let i = 0; i < v.length; i++) {
            v[i] = (1 - s) * a[1 + N + i] + s * b[1 + N + i];
        }
        return [a[0] + s * h, q, v];
    }

    // --- the picture --------------------------------------------------------------------------

    const count = { lines: data.lines.reduce((sum, line) => sum + line.points, 0), beams: 13 * data.beams };
    const scene = {
        x: new Float64Array(3 * data.bodies.length),
        R: new Float64Array(9 * data.bodies.length),
        lines: new Float64Array(3 * count.lines),
        joints: new Float64Array(3 * data.hinges.length),
        beams: new Float64Array(3 * count.beams),
    };

    function place(t, q, v) {
        places(constants, t, q, v, scene.x, scene.R, scene.lines, scene.joints, scene.beams);
    }

    const hoops = data.special.hoops || [];
    const point = (row, i) => [row[3 * i], row[3 * i + 1], row[3 * i + 2]];

    function allPoints() {
        const found = [];
        data.bodies.forEach((body, i) => { if (i || data.bodies.length === 1) { found.push(point(scene.x, i)); } });
        for (const row of [scene.lines, scene.joints, scene.beams]) {
            for (let i = 0; 3 * i < row.length; i++) { found.push(point(row, i)); }
        }
        hoops.forEach((hoop) => found.push(...hoopPoints(hoop)));
        data.inJoints.slides.forEach((slide) => found.push(slideEnds(slide)[0]));
        return found.filter((p) => p.every(Number.isFinite));
    }

    // Boxes about bodies whose lengths are known, so that nothing of them is cut.
    function extents() {
        const found = [];
        data.bodies.forEach((body, i) => {
            const solids = i ? solidsOf(i) : null;
            if (solids) { solids.forEach((part) => found.push(...part.corners().map((local) => inSpace(i, local)))); }
            else if (i && body.size && !["point", "frame"].includes(body.form)) {
                found.push(...corners(body).corners.map((local) => inSpace(i, local)));
            }
        });
        return found.filter((p) => p.every(Number.isFinite));
    }

    // What the picture holds, and whether all moves in a plane (at other positions, too).
    function frame() {
        const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
        const rows = motionOfPage.rows, step = Math.max(1, Math.floor(rows.length / 150));
        const take = () => {
            for (const p of [...allPoints(), ...extents()]) {
                for (let k = 0; k < 3; k++) { low[k] = Math.min(low[k], p[k]); high[k] = Math.max(high[k], p[k]); }
            }
        };
        for (let i = 0; i < rows.length; i += step) {
            place(rows[i][0], rows[i].slice(1, 1 + N), rows[i].slice(1 + N, 1 + from.length));
            take();
        }
        if (!(high[0] >= low[0])) { return; }
        view.center = low.map((l, k) => (l + high[k]) / 2);
        view.span = Math.max(...high.map((h, k) => h - low[k])) || 1;
        view.sides = high.map((h, k) => h - low[k]);
        view.planar = planar();
    }

    function planar() {
        const flat = [true, true, true];
        let first = null;
        for (let trial = 0; trial < 5; trial++) {
            const q = Float64Array.from({ length: N }, (_, i) => Math.sin(1.7 * trial + 2.3 * i + 0.4 * trial * i));
            place(START_TIME + 0.37 * trial, q, new Float64Array(from.length - N));
            const points = allPoints();
            if (!points.length) { continue; }
            first = first || points[0];
            for (let k = 0; k < 3; k++) {
                if (points.some((p) => Math.abs(p[k] - first[k]) > 1e-9 * view.span)) { flat[k] = false; }
                data.bodies.forEach((body, i) => {
                    const turn = Math.abs(scene.R[9 * i + 4 * k]);
                    if (Number.isFinite(turn) && Math.abs(turn - 1) > 1e-9) { flat[k] = false; }
                });
            }
        }
        return flat[2] ? "xy" : flat[1] ? "xz" : flat[0] ? "yz" : "";
    }

    // To the right, upwards and towards the eye, in pixels.
    function look(p, size) {
        const [x, y, z] = p.map((value, k) => (value - size.center[k]) * size.scale);
        let right = x, up = y, near = z;
        if (view.planar === "xz") { right = x; up = z; near = -y; }
        if (view.planar === "yz") { right = y; up = z; near = x; }
        if (!view.planar) {
            const ca = Math.cos(view.angle), sa = Math.sin(view.angle);
            const cl = Math.cos(view.lift), sl = Math.sin(view.lift);
            const across = x * ca + y * sa, depth = -x * sa + y * ca;
            right = across; up = z * cl + depth * sl; near = z * sl - depth * cl;
        }
        return [size.width / 2 + right, size.height / 2 - up, near];
    }

    // The middle of the picture: that of all that happens; of the bodies as they are, once it is zoomed.
    function lookedAt() {
        const bodies = data.bodies.map((_, i) => point(scene.x, i)).slice(1).filter((p) => p.every(Number.isFinite));
        const part = bodies.length ? Math.min(view.zoom - 1, 1) : 0;
        const middle = (k) => bodies.reduce((sum, p) => sum + p[k], 0) / bodies.length;
        return view.center.map((c, k) => part > 0 ? c + part * (middle(k) - c) : c);
    }

    // A canvas that is cleared, as large as another one is seen.
    function prepared(canvas, like = canvas) {
        const ratio = window.devicePixelRatio || 1;
        const width = like.clientWidth, height = like.clientHeight;
        if (canvas.width !== Math.round(width * ratio)) { canvas.width = Math.round(width * ratio); }
        if (canvas.height !== Math.round(height * ratio)) { canvas.height = Math.round(height * ratio); }
        const pen = canvas.getContext("2d");
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.clearRect(0, 0, width, height);
        pen.lineJoin = pen.lineCap = "round";
        return { pen, width, height };
    }

    // Colours of the style, which are asked for once: the browser is slow to tell them.
    let colors = new Map();
    function color(name) {
        if (!colors.has(name)) { colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim()); }
        return colors.get(name);
    }

    function corners(body) {
        const size = body.size ? body.size.map((s) => typeof s === "string" ? Math.abs(constants[places_of[s]]) : s)
            : [0.09, 0.09, 0.09].map((s) => s * view.span);
        const found = [];
        if (body.form === "box") {
            for (const i of [-1, 1]) { for (const j of [-1, 1]) { for (const k of [-1, 1]) { found.push([i * size[0] / 2, j * size[1] / 2, k * size[2] / 2]); } } }
        } else {
            const a = body.axis, b = (a + 1) % 3, d = (a + 2) % 3;
            for (const side of [-1, 1]) {
                for (let n = 0; n < 28; n++) {
                    const corner = [0, 0, 0];
                    corner[a] = side * size[a] / 2;
                    corner[b] = Math.cos(n * Math.PI / 14) * size[b] / 2;
                    corner[d] = Math.sin(n * Math.PI / 14) * size[d] / 2;
                    found.push(corner);
                }
            }
        }
        return { corners: found, size };
    }

    const places_of = Object.fromEntries(data.parameters.map((entry, i) => [entry.name, i]));

    function hull(points) {
        const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const half = (row) => {
            const found = [];
            for (const p of row) {
                while (found.length > 1) {
                    const [a, b] = found.slice(-2);
                    if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) { break; }
                    found.pop();
                }
                found.push(p);
            }
            return found.slice(0, -1);
        };
        return [...half(sorted), ...half(sorted.reverse())];
    }

    function path(pen, points, close = false) {
        pen.beginPath();
        points.forEach((p, i) => i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1]));
        if (close) { pen.closePath(); }
    }

    function inSpace(i, local) {
        const R = scene.R, x = scene.x;
        return [0, 1, 2].map((k) => x[3 * i + k] + R[9 * i + 3 * k] * local[0] + R[9 * i + 3 * k + 1] * local[1] + R[9 * i + 3 * k + 2] * local[2]);
    }

    // Teeth lie in each other as long as the sizes of the wheels are those of the model.
    function gearsHold() {
        return Boolean(data.special.teeth) && data.special.sized.every((name) => values[name] === DEFAULTS[name]);
    }

    const crossed = (p, r) => [0, 1, 2].map((k) => p[(k + 1) % 3] * r[(k + 2) % 3] - p[(k + 2) % 3] * r[(k + 1) % 3]);

    function circle(middle, axis, radius) {
        const least = axis.map(Math.abs).indexOf(Math.min(...axis.map(Math.abs))), helper = [0, 0, 0];
        helper[least] = 1;
        const first = crossed(axis, helper), length = Math.hypot(...first), second = crossed(axis, first.map((v) => v / length));
        return Array.from({ length: 48 }, (_, n) => {
            const c = radius * Math.cos(n * Math.PI / 24), s = radius * Math.sin(n * Math.PI / 24);
            return middle.map((m, k) => m + c * first[k] / length + s * second[k]);
        });
    }

    // A bead is a ring about its axis, as wide as the largest of its lengths.
    function ringLoops(body, size) {
        const axis = [0, 0, 0], radius = Math.max(...size) / 2;
        axis[body.axis] = 1;
        return [circle([0, 0, 0], axis, radius), circle([0, 0, 0], axis, BEAD_HOLE * radius)];
    }

    // A wheel is a tyre with a hub and spokes.
    function wheelLoops(body, size) {
        const axis = [0, 0, 0], across = [(body.axis + 1) % 3, (body.axis + 2) % 3], radius = Math.max(...across.map((k) => size[k])) / 2;
        axis[body.axis] = 1;
        const tyre = Math.min(size[body.axis], TYRE * 2 * radius), rims = [radius, radius - tyre, HUB * radius].map((r) => circle([0, 0, 0], axis, r));
        const spokes = Array.from({ length: SPOKES }, (_, n) => [2, 1].map((rim) => rims[rim][n * rims[rim].length / SPOKES]));
        return { rims, spokes };
    }

    const turned = (i, v) => [0, 1, 2].map((k) => scene.R[9 * i + 3 * k] * v[0] + scene.R[9 * i + 3 * k + 1] * v[1] + scene.R[9 * i + 3 * k + 2] * v[2]);

    // A hoop goes about its axis through where its bead is.
    function hoopPoints(hoop) {
        const axis = turned(hoop.body, hoop.axis), bead = point(scene.x, hoop.bead);
        const from = bead.map((b, k) => b - scene.joints[3 * hoop.joint + k]);
        const along = from.reduce((sum, f, k) => sum + f * axis[k], 0), arm = from.map((f, k) => f - along * axis[k]);
        return circle(bead.map((b, k) => b - arm[k]), axis, Math.hypot(...arm));
    }

    // A cable leaves its drum where it is tangent to it, and lies about it.
    function drawCables(pen, size) {
        for (const cable of gearsHold() ? data.special.cables : []) {
            const along = turned(cable.parent, cable.slide), axis = turned(cable.body, cable.axis);
            const out = [0, 1, 2].map((k) => along[(k + 1) % 3] * axis[(k + 2) % 3] - along[(k + 2) % 3] * axis[(k + 1) % 3]);
            const leaves = inSpace(cable.body, cable.middle).map((m, k) => m + cable.sense * cable.radius * out[k]);
            pen.strokeStyle = color("--soft"); pen.lineWidth = 1.8;
            path(pen, [leaves, point(scene.joints, cable.joint)].map((p) => look(p, size))); pen.stroke();
            path(pen, circle(cable.middle, cable.axis, cable.radius).map((local) => look(inSpace(cable.body, local), size)), true);
            pen.stroke();
        }
    }

    // --- bodies of solids -----------------------------------------------------------------------

    const FLAT = 1e-9;
    const made = (bodies) => Object.fromEntries(Object.entries(bodies).map(([i, body]) => [i, { bound: body.bound, parts: body.parts.map(madeSolid) }]));
    const solids = made(data.solids), toothed = made(data.special.toothed || {});

    // A solid with the faces beside each of its edges; what is round has rings of corners about its axis.
    function madeSolid(part) {
        const { faces: triangles, place } = part.around ? roundFaces(part) : { faces: part.faces, place: (lengths) => {
            return Array.from({ length: lengths.length / 3 - 1 }, (_, n) => lengths.slice(3 * n + 3, 3 * n + 6));
        } };
        const faces = joined(triangles, place(part.lengths));
        const edges = new Map();
        faces.forEach((face, n) => face.forEach((a, k) => {
            const b = face[(k + 1) % face.length], key = a < b ? `${a} ${b}` : `${b} ${a}`;
            if (!edges.has(key)) { edges.set(key, { a, b, faces: [] }); }
            edges.get(key).faces.push(n);
        }));
        const rims = faces.map(() => []);
        for (const edge of edges.values()) { edge.faces.forEach((n) => rims[n].push(edge)); }
        const ways = Object.entries(part.ways), T = part.turn || [1, 0, 0, 0, 1, 0, 0, 0, 1];
        let known = null, of = [];
        const corners = () => {
            const now = ways.map(([name]) => values[name]);
            if (known && now.every((value, n) => value === of[n])) { return known; }
            const lengths = [...part.lengths];
            for (const [name, way] of ways) {
                const by = (values[name] - DEFAULTS[name]) / (Math.abs(DEFAULTS[name]) || 1);
                if (by) { way.forEach((step, n) => { lengths[n] += by * step; }); }
            }
            of = now;
            known = place(lengths).map((p) => [0, 1, 2].map((k) => lengths[k] + T[3 * k] * p[0] + T[3 * k + 1] * p[1] + T[3 * k + 2] * p[2]));
            return known;
        };
        return { ...part, faces, rims, corners };
    }

    // Triangles side by side in a plane become one face, as long as one closed line goes around them.
    function joined(triangles, places) {
        const normals = triangles.map(([a, b, c]) => normalOf(places[a], places[b], places[c]));
        const beside = new Map(), group = triangles.map((_, n) => n);
        const root = (n) => { while (group[n] !== n) { n = group[n]; } return n; };
        triangles.forEach((face, n) => face.forEach((a, k) => {
            const b = face[(k + 1) % 3], other = beside.get(`${b} ${a}`);
            if (other !== undefined && normals[n] && normals[other] && normals[n].every((w, i) => Math.abs(w - normals[other][i]) < FLAT)) {
                group[root(n)] = root(other);
            }
            beside.set(`${a} ${b}`, n);
        }));
        const rims = new Map();
        triangles.forEach((face, n) => face.forEach((a, k) => {
            const b = face[(k + 1) % 3], other = beside.get(`${b} ${a}`), own = root(n);
            if (!rims.has(own)) { rims.set(own, { next: new Map(), simple: true }); }
            const rim = rims.get(own);
            if (other === undefined || root(other) !== own) { rim.simple &&= !rim.next.has(a); rim.next.set(a, b); }
        }));
        const found = [];
        for (const [own, { next, simple }] of rims) {
            const [first] = next.keys(), loop = [first];
            for (let at = next.get(first); simple && at !== first && loop.length <= next.size; at = next.get(at)) { loop.push(at); }
            if (simple && loop.length === next.size) { found.push(loop); } else { found.push(...triangles.filter((_, n) => root(n) === own)); }
        }
        return found;
    }

    // Corners in rings of radius and height; a ring without a radius is one corner.
    function roundFaces(part) {
        const rings = part.lengths.length / 2 - 1.5, faces = [], starts = [];
        const single = Array.from({ length: rings }, (_, n) => part.lengths[2 * n + 3] === 0);
        single.forEach((one, n) => starts.push(n ? starts[n - 1] + (single[n - 1] ? 1 : part.around) : 0));
        const corner = (n, k) => starts[n] + (single[n] ? 0 : k % part.around);
        for (let n = 0; n + 1 < rings; n++) {
            for (let k = 0; k < part.around; k++) {
                if (!single[n]) { faces.push([corner(n, k), corner(n, k + 1), corner(n + 1, k + 1)]); }
                if (!single[n + 1]) { faces.push([corner(n, k), corner(n + 1, k + 1), corner(n + 1, k)]); }
            }
        }
        const place = (lengths) => single.flatMap((one, n) => Array.from({ length: one ? 1 : part.around }, (_, k) => {
            const [r, z] = lengths.slice(2 * n + 3, 2 * n + 5), angle = 2 * Math.PI * k / part.around;
            return [r * Math.cos(angle), r * Math.sin(angle), z];
        }));
        return { faces, place };
    }

    // The solids of a body, with its teeth if it has some, as long as they are those of the values of its parameters.
    function solidsOf(i) {
        const known = [gearsHold() && toothed[i], solids[i]].filter(Boolean);
        const found = known.find((body) => body.bound.every((name) => values[name] === DEFAULTS[name]));
        return found ? found.parts : null;
    }

    function shaded(name, light) {
        const hex = parseInt(name.slice(1), 16);
        const parts = [hex >> 16, (hex >> 8) & 255, hex & 255].map((c) => Math.round(Math.min(255, c * light)));
        return `rgb(${parts.join(",")})`;
    }

    // The faces of a body that are seen, each with how near it is.
    function* seenFaces(pen, size, i) {
        const body = data.bodies[i], own = body.color || COLORS[(i - 1) % COLORS.length];
        for (const part of solidsOf(i)) {
            const seen = part.corners().map((local) => look(inSpace(i, local), size));
            const normals = part.faces.map((face) => normalOf(...face.length > 3 ? third(face, seen) : face.map((k) => seen[k])));
            for (const [n, face] of part.faces.entries()) {
                const normal = normals[n];
                if (!normal || (normal[2] <= 0 && !part.open)) { continue; }
                const lit = Math.abs(normal[0] * LIGHT[0] + normal[1] * LIGHT[1] + normal[2] * LIGHT[2]);
                const fill = shaded(part.color || own, 0.62 + 0.48 * lit);
                const lines = part.rims[n].filter((edge) => edgeSeen(edge, normals)).map((edge) => [seen[edge.a], seen[edge.b]]);
                yield {
                    near: face.reduce((sum, k) => sum + seen[k][2], 0) / face.length,
                    draw() {
                        pen.fillStyle = pen.strokeStyle = fill; pen.lineWidth = 0.7;
                        path(pen, face.map((k) => seen[k]), true); pen.fill(); pen.stroke();
                        if (!lines.length) { return; }
                        pen.strokeStyle = color("--ink"); pen.lineWidth = 0.8; pen.beginPath();
                        for (const [a, b] of lines) { pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); }
                        pen.stroke();
                    },
                };
            }
        }
    }

    // Three corners of a face, far from each other.
    const third = (face, seen) => [0, 1, 2].map((k) => seen[face[Math.floor(k * face.length / 3)]]);

    const LIGHT = [-0.36, 0.56, 0.75];  // to the left, from above, from the viewer
    const SHARP = 0.8;

    // The unit normal of three seen corners: to the right, upwards, towards the eye.
    function normalOf(a, b, c) {
        const u = [b[0] - a[0], a[1] - b[1], b[2] - a[2]], v = [c[0] - a[0], a[1] - c[1], c[2] - a[2]];
        const found = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
        const length = Math.hypot(...found);
        return length > 0 ? found.map((w) => w / length) : null;
    }

    // An edge is drawn where the surface is bent there, or ends there as it is seen.
    function edgeSeen(edge, normals) {
        const [a, b] = edge.faces.map((n) => normals[n]);
        if (edge.faces.length !== 2 || !a || !b) { return edge.faces.length === 1; }
        return a[2] * b[2] <= 0 || a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < SHARP;
    }

    function drawBody(pen, size, i) {
        const body = data.bodies[i];
        const [x, y] = look(point(scene.x, i), size);
        pen.fillStyle = body.color || COLORS[(i - 1) % COLORS.length];
        pen.strokeStyle = color("--ink");
        pen.lineWidth = 1.2;
        if (body.form === "point" || body.form === "frame") {
            pen.beginPath(); pen.arc(x, y, 5, 0, 7); pen.fill(); pen.stroke();
            return;
        }
        const found = corners(body), rims = gearsHold() && data.special.teeth[i];
        pen.globalAlpha = 0.82;
        const wheel = !rims && body.form === "wheel" ? wheelLoops(body, found.size) : null;
        if (rims || wheel || body.form === "bead") {
            const loops = rims ? rims.flat() : wheel ? wheel.rims : ringLoops(body, found.size);
            pen.beginPath();
            for (const loop of loops) {
                loop.forEach((local, n) => {
                    const [u, v] = look(inSpace(i, local), size);
                    if (n) { pen.lineTo(u, v); } else { pen.moveTo(u, v); }
                });
                pen.closePath();
            }
            pen.fill("evenodd");
        } else if (body.form === "sphere") {
            pen.beginPath(); pen.arc(x, y, Math.max(...found.size) / 2 * size.scale, 0, 7); pen.fill();
        } else {
            path(pen, hull(found.corners.map((corner) => look(inSpace(i, corner), size))), true);
            pen.fill();
        }
        pen.globalAlpha = 1;
        pen.stroke();
        if (wheel) {
            for (const spoke of wheel.spokes) { path(pen, spoke.map((local) => look(inSpace(i, local), size))); pen.stroke(); }
        } else if (!["box", "rod", "bead"].includes(body.form)) {  // a round body shows that it turns
            const out = [0, 0, 0];
            out[(body.axis + 1) % 3] = found.size[(body.axis + 1) % 3] / 2;
            path(pen, [[0, 0, 0], out].map((local) => look(inSpace(i, local), size)));
            pen.stroke();
        }
    }

    function hingePiece(pen, size, i) {
        const [x, y, near] = look(point(scene.joints, i), size);
        const draw = () => {
            pen.fillStyle = color("--ground"); pen.strokeStyle = color("--ink"); pen.lineWidth = 1.5;
            pen.beginPath(); pen.arc(x, y, 4, 0, 7); pen.fill(); pen.stroke();
        };
        return { near, draw };
    }

    // Springs and dampers on slides end on the surface of the body that slides.
    function slideEnds(slide) {
        const back = turned(slide.body, slide.back);
        return [inSpace(slide.body, slide.anchor), point(scene.joints, slide.joint).map((v, k) => v + back[k])];
    }

    // A damper that brakes in all directions, as LAGR's, has a double arrow over its piston.
    function doubleArrow(pen, at, place, length) {
        path(pen, [at(place, -14), at(place, 14)]); pen.stroke();
        for (const side of [-1, 1]) {
            path(pen, [at(place - 2.5 / length, 9 * side), at(place, 14 * side), at(place + 2.5 / length, 9 * side)]);
            pen.stroke();
        }
    }

    function drawLine(pen, size, line, places) {
        const points = places.map((place) => look(place, size)), aside = 22 * (line.shift || 0);
        pen.strokeStyle = line.sort === "rope" ? color("--soft") : "#d55e00";
        pen.lineWidth = 1.8;
        if (line.sort === "gap") { return; }  // bodies that may touch show it themselves
        if (line.sort === "rope" || points.length > 2) { path(pen, points); pen.stroke(); return; }
        const [a, b] = points, length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (length < 1) { return; }
        const along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length], across = [-along[1], along[0]];
        const at = (s, o) => [0, 1].map((k) => a[k] + along[k] * s * length + across[k] * (o + aside));
        if (line.sort === "spring") {
            const turns = 8, zigzag = [a, at(0.12, 0)];
            for (let n = 0; n < 2 * turns; n++) { zigzag.push(at(0.12 + 0.76 * (n + 0.5) / (2 * turns), n % 2 ? -7 : 7)); }
            path(pen, [...zigzag, at(0.88, 0), b]); pen.stroke();
        } else if (line.sort === "friction") {
            path(pen, [a, at(0, 0), at(0.35, 0)]); pen.stroke();
            path(pen, [at(0.65, -9), at(0.35, -9), at(0.35, 9), at(0.65, 9)]); pen.stroke();
            for (const side of [-1, 1]) {
                path(pen, [[0.48, 2], [0.62, 2], [0.62, 9], [0.48, 9], [0.48, 2]].map(([s, o]) => at(s, side * o))); pen.stroke();
            }
            path(pen, [at(0.42, 0), at(1, 0), b]); pen.stroke();
        } else {
            path(pen, [a, at(0, 0), at(0.55, 0)]); pen.stroke();
            path(pen, [at(0.55, -5), at(0.55, 5)]); pen.stroke();
            path(pen, [at(0.7, -8), at(0.35, -8), at(0.35, 8), at(0.7, 8)]); pen.stroke();
            path(pen, [at(0.7, -8), at(0.7, 8)]); pen.stroke();
            path(pen, [at(0.7, 0), at(1, 0), b]); pen.stroke();
            if (line.across) { doubleArrow(pen, at, 0.55, length); }
        }
    }

    // Springs and dampers about pins lie at the end of the pin that is nearer; a spring is wound by the angle of its hinge.
    function torsionPiece(pen, size, torsion) {
        const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
        const axis = turned(torsion.body, torsion.axis), first = turned(torsion.child, torsion.arm), rest = turned(torsion.body, torsion.rest);
        const second = crossed(axis, first), joint = point(scene.joints, torsion.joint);
        const ends = torsion.ends.map((level) => joint.map((v, k) => v + level * axis[k]));
        const middle = look(ends[0], size)[2] > look(ends[1], size)[2] ? ends[0] : ends[1];
        const wound = Math.atan2(dot(crossed(rest, first), axis), dot(rest, first));
        const part = torsion.sort === "spring" ? 1 + wound / (4 * Math.PI) : 1, unit = torsion.unit || 1 / size.scale;
        const draw = () => {
            pen.strokeStyle = torsion.sort === "spring" ? "#d55e00" : color("--soft"); pen.lineWidth = torsion.unit ? 1 : 1.5;
            for (const stroke of data.inJoints.charts[torsion.chart]) {
                path(pen, stroke.map(([angle, radius]) => {
                    const c = unit * radius * Math.cos(part * angle), s = unit * radius * Math.sin(part * angle);
                    return look(middle.map((v, k) => v + c * first[k] + s * second[k]), size);
                }));
                pen.stroke();
            }
        };
        return { near: look(middle, size)[2], draw };
    }

    function draw() {
        const size = prepared(find("picture"));
        if (!motionOfPage.rows.length) { return; }
        const { pen } = size;
        const flat = view.planar ? { xy: [0, 1], xz: [0, 2], yz: [1, 2] }[view.planar].map((k) => view.sides[k]) : null;
        const room = [size.width - 56, size.height - 56];
        size.scale = flat ? Math.min(room[0] / (flat[0] || 1e-9), room[1] / (flat[1] || 1e-9), Math.min(...room) * 2 / view.span)
            : Math.min(...room) / view.span / 1.1;
        place(...stateAt(now));
        size.scale *= view.zoom;
        size.center = lookedAt();
        pen.strokeStyle = color("--soft");
        for (const hoop of hoops) {
            pen.lineWidth = 3;
            path(pen, hoopPoints(hoop).map((p) => look(p, size)), true);
            pen.stroke();
        }
        for (const [i, joint] of data.links) {
            pen.lineWidth = 3;
            path(pen, [look(point(scene.x, i), size), look(point(scene.joints, joint), size)]);
            pen.stroke();
        }
        for (let n = 0; n < data.beams; n++) {
            pen.lineWidth = 4;
            path(pen, Array.from({ length: 13 }, (_, i) => look(point(scene.beams, 13 * n + i), size)));
            pen.stroke();
        }
        const pieces = data.bodies.map((_, i) => i).slice(1).flatMap((i) => solidsOf(i) ? [...seenFaces(pen, size, i)]
            : [{ near: look(point(scene.x, i), size)[2], draw: () => drawBody(pen, size, i) }]);
        const hinges = data.hinges.map((_, i) => i).filter((i) => hoops.every((hoop) => hoop.joint !== i)).map((i) => hingePiece(pen, size, i));
        const within = !view.planar && pieces.length >= data.bodies.length;  // solids in space hide what lies in them
        const torsions = data.inJoints.torsions.map((torsion) => torsionPiece(pen, size, torsion));
        if (within) { pieces.push(...hinges, ...torsions); }
        pieces.sort((a, b) => a.near - b.near);
        for (const piece of pieces) { piece.draw(); }
        let first = 0;
        for (const line of data.lines) {
            drawLine(pen, size, line, Array.from({ length: line.points }, (_, i) => point(scene.lines, first + i)));
            first += line.points;
        }
        for (const slide of data.inJoints.slides) { drawLine(pen, size, slide, slideEnds(slide)); }
        drawCables(pen, size);
        if (!within) { [...torsions, ...hinges].forEach((piece) => piece.draw()); }
        find("clock").textContent = `t = ${now.toFixed(2)} s`;
    }

    // --- the curves ---------------------------------------------------------------------------

    const signals = [
        ...data.coordinates.map((entry, i) => ({ math: entry.math, unit: entry.unit, column: 1 + i, on: i < 6 })),
        ...data.coordinates.map((entry, i) => ({ math: entry.rate, unit: entry.rateUnit, column: 1 + N + i, on: false })),
        ...data.states.map((entry, i) => ({ ...entry, column: 1 + 2 * N + i, on: false })),
        ...["Kinetic energy", "Potential energy", "Energy"].map((name, i) => ({ words: data.words[name], unit: "J", column: 1 + from.length + i, on: false })),
        ...data.outputs.map((entry, i) => ({ ...entry, column: 4 + from.length + i, on: false })),
    ];

    function ticks(low, high, most) {
        const raw = (high - low) / most, power = Math.pow(10, Math.floor(Math.log10(raw)));
        const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw);
        const found = [];
        for (let n = Math.ceil(low / step); n * step <= high + 1e-9 * step; n++) { found.push(n * step); }
        return found;
    }

    const shown = (value) => String(Number(value.toPrecision(6)));

    const inner = { left: 62, right: 12, top: 12, low: 34 };
    const paper = document.createElement("canvas");  // curves stay while the time moves over them
    let plotted = false;
    const acrossAt = (t, size) => inner.left + (t - START_TIME) / (END_TIME - START_TIME) * (size.width - inner.left - inner.right);

    function plot() {
        plotted = plotOn(prepared(paper, find("curves")));
        mark();
    }

    // The curves, and the time that the picture shows.
    function mark() {
        const size = prepared(find("curves")), { pen } = size;
        if (!plotted) { return; }
        pen.drawImage(paper, 0, 0, size.width, size.height);
        pen.strokeStyle = color("--ink"); pen.lineWidth = 1;
        path(pen, [[acrossAt(now, size), inner.top], [acrossAt(now, size), size.height - inner.low]]); pen.stroke();
    }

    function plotOn(size) {
        const { pen } = size;
        const rows = motionOfPage.rows, on = signals.filter((signal) => signal.on);
        if (rows.length < 2 || !on.length) { return false; }
        let low = Infinity, high = -Infinity;
        for (const row of rows) {
            for (const { column } of on) {
                if (Number.isFinite(row[column])) { low = Math.min(low, row[column]); high = Math.max(high, row[column]); }
            }
        }
        if (!(high >= low)) { return false; }
        const slack = (high - low || Math.abs(high) || 1) * 0.05;
        low -= slack; high += slack;
        const wide = size.width - inner.left - inner.right, tall = size.height - inner.top - inner.low;
        const X = (t) => acrossAt(t, size);
        const Y = (value) => inner.top + (high - value) / (high - low) * tall;
        pen.font = "12px system-ui, sans-serif";
        pen.fillStyle = color("--soft"); pen.strokeStyle = color("--line"); pen.lineWidth = 1;
        pen.textAlign = "right"; pen.textBaseline = "middle";
        for (const value of ticks(low, high, 6)) {
            path(pen, [[inner.left, Y(value)], [size.width - inner.right, Y(value)]]); pen.stroke();
            pen.fillText(shown(value), inner.left - 6, Y(value));
        }
        pen.textAlign = "center"; pen.textBaseline = "top";
        for (const value of ticks(START_TIME, END_TIME, 7)) {
            path(pen, [[X(value), inner.top], [X(value), size.height - inner.low]]); pen.stroke();
            pen.fillText(shown(value), X(value), size.height - inner.low + 4);
        }
        pen.fillText("t / s", inner.left + wide / 2, size.height - 15);
        on.forEach((signal) => {
            pen.strokeStyle = COLORS[signals.indexOf(signal) % COLORS.length]; pen.lineWidth = 1.8;
            path(pen, rows.map((row) => [X(row[0]), Y(row[signal.column])])); pen.stroke();
        });
        return true;
    }

    // --- what one can do ----------------------------------------------------------------------

    function slider(holder, entry, math, unit, low, high, get, set) {
        const row = document.createElement("label");
        row.className = "row";
        row.title = entry.about || entry.name || "";
        row.innerHTML = `<span>${math}</span><input type="range" step="any"><input type="number" step="any">`;
        const small = document.createElement("small");
        small.textContent = unit;
        row.append(small);
        const [range, number] = row.querySelectorAll("input");
        range.min = low; range.max = high;
        const show = () => { range.value = get(); number.value = Number(get().toPrecision(10)); };
        const take = (text) => {
            const value = Number(text);
            if (text !== "" && Number.isFinite(value)) { set(value); changed(); }
        };
        range.addEventListener("input", () => { take(range.value); number.value = Number(get().toPrecision(6)); });
        number.addEventListener("change", () => { take(number.value); show(); });
        show();
        holder.append(row);
        return show;
    }

    const shows = [
        ...data.parameters.map((entry, i) => slider(find("parameters"), entry, entry.math, entry.unit, entry.low, entry.high,
            () => values[keys[i]], (value) => { values[keys[i]] = value; })),
        ...signals.slice(0, from.length).filter((entry) => !entry.held).map(({ math, unit }, at) => {
            const rate = at >= N && at < 2 * N, angle = signals[rate ? at - N : at].unit === "rad";
            const wide = Math.max(2 * Math.abs(from[at]), angle ? Math.PI : 1) * (rate ? 2 : 1);
            return slider(find("start"), {}, math, unit, -wide, wide, () => from[at], (value) => { from[at] = value; });
        }),
    ];

    let asked = 0;
    function changed() {
        if (!asked) {
            asked = requestAnimationFrame(() => { asked = 0; compute(); frame(); draw(); plot(); });
        }
    }

    function seek(t) {
        now = Math.min(Math.max(t, START_TIME), END_TIME);
        find("time").value = 1000 * (now - START_TIME) / (END_TIME - START_TIME);
        draw(); mark();
    }

    let last = 0;
    function tick(stamp) {
        if (!playing) { return; }
        const rows = motionOfPage.rows, end = rows.length ? rows[rows.length - 1][0] : START_TIME;
        const next = now + (last ? (stamp - last) / 1000 : 0);
        last = stamp;
        seek(next > end ? START_TIME : next);
        requestAnimationFrame(tick);
    }

    function play(on) {
        playing = on; last = 0;
        find("play").textContent = data.words[on ? "Pause" : "Play"];
        if (on) { requestAnimationFrame(tick); }
    }

    find("play").addEventListener("click", () => play(!playing));
    find("time").addEventListener("input", (event) => { play(false); seek(START_TIME + event.target.value / 1000 * (END_TIME - START_TIME)); });
    find("reset").addEventListener("click", () => { Object.assign(values, DEFAULTS); from.set(START_STATE); shows.forEach((show) => show()); changed(); });
    signals.forEach((signal, i) => {
        const label = document.createElement("label");
        label.innerHTML = `<input type="checkbox"><i style="background:${COLORS[i % COLORS.length]}"></i><span>${signal.math || ""}</span>`;
        if (signal.words) { label.lastChild.textContent = signal.words; }
        const unit = document.createElement("small");
        unit.textContent = signal.unit;
        label.append(unit);
        label.title = signal.about || "";
        const box = label.querySelector("input");
        box.checked = signal.on;
        box.addEventListener("change", () => { signal.on = box.checked; plot(); });
        find("signals").append(label);
    });

    const curves = find("curves");
    const seekTo = (event) => {
        const wide = curves.clientWidth - inner.left - inner.right;
        play(false);
        seek(START_TIME + (event.offsetX - inner.left) / wide * (END_TIME - START_TIME));
    };
    curves.addEventListener("pointerdown", (event) => { curves.setPointerCapture(event.pointerId); seekTo(event); });
    curves.addEventListener("pointermove", (event) => { if (event.buttons) { seekTo(event); } });

    const picture = find("picture");
    let held = null;
    picture.title = data.words["Drag turns what is seen in space, the wheel brings it nearer."];
    picture.addEventListener("pointerdown", (event) => { picture.setPointerCapture(event.pointerId); held = [event.offsetX, event.offsetY]; });
    picture.addEventListener("pointerup", () => { held = null; });
    picture.addEventListener("pointermove", (event) => {
        if (!held || view.planar) { return; }
        view.angle += (held[0] - event.offsetX) * 0.01;
        view.lift = Math.min(Math.max(view.lift + (event.offsetY - held[1]) * 0.01, -1.5), 1.5);
        held = [event.offsetX, event.offsetY];
        draw();
    });

    picture.addEventListener("wheel", (event) => {
        event.preventDefault();
        view.zoom = Math.min(Math.max(view.zoom * Math.exp(-0.0015 * event.deltaY), 1), 100);
        draw();
    }, { passive: false });

    window.addEventListener("resize", () => { draw(); plot(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colors = new Map(); draw(); plot(); });
    // For those who go on from here, at the console of the browser.
    window.system = { values, start: from, compute, get motion() { return motionOfPage; }, selfTest: () => self_test(prepare()), seek };
    compute(); frame(); plot(); seek(START_TIME);
    document.documentElement.dataset.ready = String(motionOfPage.rows.length);
}
